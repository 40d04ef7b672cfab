import { lost } from '#lib/engine/pause.ts';
import { deps } from '../deps.ts';

export const handler = lost(deps);
