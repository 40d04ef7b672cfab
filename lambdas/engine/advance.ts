import { advance } from '#lib/engine/run.ts';
import { deps } from '../deps.ts';

export const handler = advance(deps);
