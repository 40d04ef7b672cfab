import { sweep } from '#lib/domain/executions/sweep.service.ts';
import { deps } from '../deps.ts';

export const handler = sweep(deps);
