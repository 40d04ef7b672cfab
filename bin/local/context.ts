import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Settings } from '../settings.ts';

/** Settings and basics of the process that every part of the server is built with. */
export type Context = {
  /** The folder of the repository. */
  root: string;
  settings: Settings;
  /** The address at which people and senders reach this server. */
  publicUrl: string;
  clock: Clock;
  log: Log;
};
