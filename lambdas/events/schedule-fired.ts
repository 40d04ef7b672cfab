import { scheduleFired } from '#lib/domain/schedules/fired.service.ts';
import { tick } from '#lib/domain/schedules/schedule.schema.ts';
import { deps } from '../deps.ts';

const fired = scheduleFired(deps);

export const handler = (event: unknown) => fired(tick.parse(event));
