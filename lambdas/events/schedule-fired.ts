import { scheduleFired } from '#lib/domain/schedules/fired.service.ts';
import { tick } from '#lib/domain/schedules/schedule.schema.ts';
import { deps } from '../deps.ts';
import { tenantHandler } from '../tenant-handler.ts';

const fired = scheduleFired(deps);

export const handler = tenantHandler((event) => fired(tick.parse(event)));
