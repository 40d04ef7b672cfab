import { pause } from '#lib/engine/pause.ts';
import { deps } from '../deps.ts';
import { tenantHandler } from '../tenant-handler.ts';

const { db, files, realtime, clock, log, site, mail, runner } = deps;

export const handler = tenantHandler(
  pause({
    db,
    files,
    realtime,
    clock,
    log,
    site,
    mail,
    resume: (token) => runner.resume(token),
  }),
);
