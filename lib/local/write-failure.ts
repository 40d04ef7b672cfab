import { setTimeout as pause } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import type { Log } from '#lib/kernel/log.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import type { TaskFunction } from './runner/states/state.ts';

/** Errors for a full file system: Node's codes, and SQLite's FULL. */
const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'SQLite 13'];

/** Errors for a file system that cannot be written: likewise, with READONLY, IOERR and CANTOPEN. */
const unwritableCodes: readonly unknown[] = ['EROFS', 'SQLite 8', 'SQLite 10', 'SQLite 14'];

/** The code of an error: Node's, or SQLite's primary result code. */
const codeOf = (error: Error): unknown => {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === 'ERR_SQLITE_ERROR' ? `SQLite ${Number(errcode) & 0xff}` : code;
};

/** The error, or the one among its causes, that says that the data folder cannot be written. */
const writeFailure = (error: unknown): Error | undefined => {
  if (!isNativeError(error)) return undefined;
  const code = codeOf(error);
  const isOne = fullCodes.includes(code) || unwritableCodes.includes(code);
  return isOne ? error : writeFailure(error.cause);
};

/** Retry-After in seconds: the operator has to free space first. */
const retryAfterSeconds = '10';

/** The 503 for a request whose data could not be stored; undefined for other errors. */
export const outageOf = (error: unknown): Refusal | undefined => {
  const failure = writeFailure(error);
  if (!failure) return undefined;
  const [problem, remedy] = fullCodes.includes(codeOf(failure))
    ? ['is full', 'free space on it']
    : ['cannot be written', 'make it writable'];
  return new Refusal(
    503,
    `This could not be stored, because the disk of Cloudwarden's data folder ${problem}. Ask the ` +
      `operator of the server to ${remedy}, and try again. Nothing that was stored before is lost.`,
    { headers: { 'retry-after': retryAfterSeconds } },
  );
};

/** Adds a sentence for the operator if the error means that the data folder cannot be written. */
export const explainWriteFailure = (error: unknown, folder: string): unknown => {
  const failure = writeFailure(error);
  if (!failure) return error;
  return new Error(
    `Cloudwarden stops: its data folder ${folder} cannot be written (${failure.message}). Free ` +
      'space there, or make it writable, and start again. It continues from what was stored.',
    { cause: error },
  );
};

type RetryOptions = { log: Log; /** Milliseconds between tries. */ every?: number };

/**
 * Repeats a call that failed because nothing can be stored, until that is possible, so that no run
 * fails because the disk is full. The time limit of the calling task bounds the wait.
 */
export const retryUntilStored =
  (call: TaskFunction, { log, every = 1_000 }: RetryOptions): TaskFunction =>
  async (payload) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call(payload);
      } catch (error) {
        if (!writeFailure(error)) throw error;
        if (attempt === 1) {
          log.error('Nothing can be stored; the run waits until it can.', { area: 'runs', error });
        }
        await pause(every, undefined, { ref: false });
      }
    }
  };
