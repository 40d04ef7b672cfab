import { resolve } from 'node:path';
import { connectionTable } from '#lib/domain/ws/ticket.table.ts';
import { openDatabase } from '#lib/local/database.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The table of open WebSockets, empty, in a database of its own. */
export const openConnectionTable = async () => {
  const { folder, remove } = temporaryFolder();
  const db = await openDatabase({
    folder,
    worker: resolve('lib/local/dynalite-worker.ts'),
    tables: [connectionTable],
    cursorKey: 'unused',
  });
  const close = async () => {
    await db.close();
    remove();
  };
  return { db, close };
};
