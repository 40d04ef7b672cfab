import { setTimeout as pause } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import type { Log } from '#lib/kernel/log.ts';
import type { TaskFunction } from './runner/states/state.ts';

/** A full or read-only file system, as Node names it. */
const systemCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS'];

/** The same as SQLite numbers it: READONLY, IOERR, FULL, CANTOPEN. */
const sqliteCodes: readonly unknown[] = [8, 10, 13, 14];

/** The error that says that the data folder cannot be written: this one, or one that caused it. */
const writeFailure = (error: unknown): Error | undefined => {
  if (!isNativeError(error)) return undefined;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  const isOfSqlite = code === 'ERR_SQLITE_ERROR' && sqliteCodes.includes(Number(errcode) & 0xff);
  return isOfSqlite || systemCodes.includes(code) ? error : writeFailure(error.cause);
};

/** An error with a sentence for the operator where the data folder cannot be written. */
export const explained = (error: unknown, folder: string): unknown => {
  const failure = writeFailure(error);
  if (!failure) return error;
  return new Error(
    `Cloudwarden ends: its data folder ${folder} cannot be written (${failure.message}). Make ` +
      'room there, or make it writable, and start again: it goes on from what was stored.',
    { cause: error },
  );
};

type Waiting = { log: Log; /** Milliseconds between tries. */ every?: number };

/**
 * Repeats a call that failed because nothing can be stored, until it can: no run fails because the
 * disk is full. The time limit of the task that calls it bounds the wait.
 */
export const untilStored =
  (call: TaskFunction, { log, every = 1_000 }: Waiting): TaskFunction =>
  async (payload) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await call(payload);
      } catch (error) {
        if (!writeFailure(error)) throw error;
        if (tries === 1) {
          log.error('Nothing can be stored; the run waits until it can.', { area: 'runs', error });
        }
        await pause(every, undefined, { ref: false });
      }
    }
  };
