import { connectionTable } from '#lib/domain/ws/ticket.table.ts';
import { openDatabase } from '#lib/local/database.ts';

/** The table of open WebSockets, empty, in a database of its own. */
export const openConnectionTable = async () => {
  const db = openDatabase({ path: ':memory:', tables: [connectionTable], cursorKey: () => 'unused' });
  return { db, close: () => db.close() };
};
