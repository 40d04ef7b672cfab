import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Settings } from '../settings.ts';

/** What the operator decided and the process is: every part of the server is made with it. */
export type Context = {
  /** The folder of the repository. */
  root: string;
  settings: Settings;
  /** Where people and senders reach this server. */
  publicUrl: string;
  clock: Clock;
  log: Log;
};
