import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isNativeError } from 'node:util/types';

const SQLITE_NOTADB = 26;

const isNotDatabase = (error: unknown): boolean =>
  isNativeError(error) && 'errcode' in error && error.errcode === SQLITE_NOTADB;

const damagedFileError = (path: string, cause: unknown): Error =>
  new Error(
    `${path} is damaged, or it is not a Cloudwarden database. Restore it from your backup, or ` +
      'set DATA_DIR to another folder.',
    { cause },
  );

const createFile = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite would create the file readable by everyone; its journal files inherit this mode.
  closeSync(openSync(path, 'a', 0o600));
};

/** 16 MB. Usually `checkpoints.ts` copies the pages of a busy ledger before they reach this. */
const maxJournalPages = 4_000;

/**
 * A database file of the embedded edition: stores, runner, bus, scheduler and identity share one.
 * With WAL and synchronous=NORMAL, the death of the process loses no committed data; a power cut
 * may lose commits since the last checkpoint, but never part of one. `:memory:` has no file.
 */
export const openLedger = (path: string): DatabaseSync => {
  if (path !== ':memory:') createFile(path);
  const database = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true });
  try {
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = ${maxJournalPages}`);
  } catch (error) {
    database.close();
    throw isNotDatabase(error) ? damagedFileError(path, error) : error;
  }
  return database;
};

/**
 * Runs `work` in one transaction: all of it is stored, or nothing. The work is synchronous, so that
 * no other user of the file can interfere.
 */
export const inTransaction = <T>(database: DatabaseSync, work: () => T): T => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Some errors (a full disk) have rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};
