import { takeStopped } from '#lib/aws/stopped-runs.ts';
import { closeStopped } from '#lib/domain/executions/runs/stopped.service.ts';
import { bus } from '../deps/bus.ts';
import { db, forTenant } from '../deps/database.ts';
import { clock, log } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';

const close = closeStopped({ db, realtime, bus, clock, log });

export const handler = takeStopped((stopped) =>
  forTenant(stopped.tenant_id, () => close(stopped)),
);
