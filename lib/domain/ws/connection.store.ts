import * as z from 'zod';
import { type Database, deleteItem, putItem, readItems } from '#lib/kernel/database.ts';
import { signInShape } from '#lib/kernel/sign-in.ts';
import { connectionTable } from './ticket.table.ts';

/** In seconds: API Gateway closes every connection after two hours. */
export const maxConnectionSeconds = 2 * 3600;

/**
 * An open WebSocket: API Gateway's connection id, its owner (`SocketOwner`), its channels, and when
 * it ends at the latest (epoch seconds).
 */
const connection = z.object({
  _id: z.string(),
  user_id: z.string(),
  key_id: z.string().optional(),
  ...signInShape,
  channels: z.array(z.string()),
  expires_at: z.number(),
});

const connectionOfTenant = connection.extend({ tenant_id: z.string() });

export type Connection = z.infer<typeof connection>;

const openPartition = 'open';

/** The open WebSockets of one organisation. */
export const connectionStore = (db: Database, tenantId: string) => ({
  put: (newConnection: Connection): Promise<boolean> =>
    putItem(db, connectionTable, { tenant_id: tenantId, ...newConnection, open: openPartition }),

  async all(): Promise<Connection[]> {
    const question = { table: connectionTable, partition: tenantId };
    const found: Connection[] = [];
    for await (const item of readItems(db, question)) found.push(connection.parse(item));
    return found;
  },

  /** Returns false if it was gone already. */
  delete: (id: string): Promise<boolean> =>
    deleteItem(db, connectionTable, { tenant_id: tenantId, _id: id }),
});

/** The open WebSockets of an organisation, or of all. */
export async function* listOpenConnections(
  db: Database,
  tenantId?: string,
): AsyncGenerator<z.infer<typeof connectionOfTenant>> {
  const question =
    tenantId === undefined
      ? { table: connectionTable, index: openPartition, partition: openPartition }
      : { table: connectionTable, partition: tenantId };
  for await (const item of readItems(db, question)) yield connectionOfTenant.parse(item);
}
