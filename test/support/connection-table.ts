import { connectionTable } from '#lib/domain/ws/ticket.table.ts';
import { openDatabase } from '#lib/local/database.ts';

/** The empty table of open WebSockets, in a separate database. */
export const openConnectionTable = async () => {
  const db = openDatabase({ path: ':memory:', tables: [connectionTable], cursorKey: () => 'unused' });
  return { db, close: () => db.close() };
};
