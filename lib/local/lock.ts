import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isNativeError } from 'node:util/types';

const SQLITE_BUSY = 5;

/**
 * Keeps references, because garbage collection would close the database and so release its lock.
 */
const heldLocks = new Set<DatabaseSync>();

const isBusy = (error: unknown): boolean =>
  isNativeError(error) && 'errcode' in error && error.errcode === SQLITE_BUSY;

/**
 * Takes the lock that a file stands for, until the returned function is called or the process ends
 * in any way: the lock belongs to the operating system, so a killed process leaves nothing behind.
 * Blocks the thread for up to `maxWaitMs` while another holds it, then throws SQLite's error.
 */
export const lockFile = (path: string, maxWaitMs: number): (() => void) => {
  const database = new DatabaseSync(path, { timeout: maxWaitMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw error;
  }
  heldLocks.add(database);
  return () => {
    if (heldLocks.delete(database)) database.close();
  };
};

const createFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Error(
      `The data folder ${folder} cannot be created. Make its parent folder writable, or set ` +
        'DATA_DIR to another folder.',
      { cause },
    );
  }
};

/**
 * Makes this process the only one to use a data folder, until the returned function is called or
 * the process ends in any way. If another process holds it, throws an error with a sentence for the
 * operator.
 */
export const lockFolder = (folder: string): (() => void) => {
  createFolder(folder);
  try {
    return lockFile(join(folder, 'process.lock'), 0);
  } catch (cause) {
    if (!isBusy(cause)) throw new Error(`Cannot lock the data folder ${folder}.`, { cause });
    throw new Error(
      `The data folder ${folder} is in use by another Cloudwarden process. ` +
        'Stop that one first, or start this one with a different data folder.',
      { cause },
    );
  }
};
