import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lockFolder } from '#lib/local/lock.ts';
import { readSettings, type Settings } from './settings.ts';

type Operation = (settings: Settings, database: string) => Promise<void>;

const runLocked = async (operation: Operation): Promise<void> => {
  const settings = readSettings(process.env);
  const folder = resolve(settings.DATA_DIR);
  const database = join(folder, 'database.db');
  if (!existsSync(database)) {
    throw new Error(`There is no data in ${folder}. Set DATA_DIR to the data folder.`);
  }
  const unlock = lockFolder(folder);
  try {
    await operation(settings, database);
  } finally {
    unlock();
  }
};

/**
 * Runs an operator's command on the data of a stopped server, whose folder is locked meanwhile. A
 * failure prints its sentence and sets exit code 1.
 */
export const runOnStoppedServer = (operation: Operation): Promise<void> =>
  runLocked(operation).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
