import { pause } from '#lib/engine/pause.ts';
import { deps } from '../deps.ts';

const { db, files, realtime, clock, log, site, mail, runner } = deps;

export const handler = pause({
  db,
  files,
  realtime,
  clock,
  log,
  site,
  mail,
  resume: (token) => runner.resume(token),
});
