import * as z from 'zod';
import { type Database, deleteItem, putItem, readItems } from '#lib/kernel/database.ts';
import { connectionTable } from './ticket.table.ts';

/**
 * An open WebSocket: API Gateway's connection id, whose it is, and when it ends (epoch seconds).
 */
const connection = z.object({ _id: z.string(), user_id: z.string(), expires_at: z.number() });

export type Connection = z.infer<typeof connection>;

/** The open WebSockets of one organisation. */
export const connectionStore = (db: Database, tenantId: string) => ({
  put: (opened: Connection): Promise<boolean> =>
    putItem(db, connectionTable, { tenant_id: tenantId, ...opened }),

  async all(): Promise<Connection[]> {
    const question = { table: connectionTable, partition: tenantId };
    const found: Connection[] = [];
    for await (const item of readItems(db, question)) found.push(connection.parse(item));
    return found;
  },

  /** False where it was gone already. */
  delete: (id: string): Promise<boolean> =>
    deleteItem(db, connectionTable, { tenant_id: tenantId, _id: id }),
});
