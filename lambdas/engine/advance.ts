import { advance } from '#lib/engine/run.ts';
import { deps } from '../deps.ts';
import { tenantHandler } from '../tenant-handler.ts';

export const handler = tenantHandler(advance(deps));
