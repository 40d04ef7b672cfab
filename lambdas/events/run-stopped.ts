import { handleStoppedRuns } from '#lib/aws/stopped-runs.ts';
import { stoppedHandlers } from '#lib/stopped-runs.ts';
import { bus } from '../deps/bus.ts';
import { db, forTenant } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { clock, environment, log } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';

export const handler = handleStoppedRuns({
  machines: environment('STATE_MACHINES'),
  close: stoppedHandlers({ db, files, realtime, bus, clock, log }),
  forTenant,
  log,
});
