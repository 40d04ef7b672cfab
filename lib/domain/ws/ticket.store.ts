import * as z from 'zod';
import { type Database, deleteItem, getItem, putNewItem } from '#lib/kernel/database.ts';
import { signInShape } from '#lib/kernel/sign-in.ts';
import { ticketTable } from './ticket.table.ts';

const ticket = z.object({
  user_id: z.string(),
  /** The API key with which it was requested, if any. */
  key_id: z.string().optional(),
  /** The sign-in of the token with which it was requested. */
  ...signInShape,
  expires_at: z.number(),
});

export type Ticket = z.infer<typeof ticket>;

/** The unused tickets of one organisation, by the hash of their secret. */
export const ticketStore = (db: Database, tenantId: string) => ({
  create: (hash: string, one: Ticket): Promise<boolean> =>
    putNewItem(db, ticketTable, { tenant_id: tenantId, _id: hash, ...one }),

  /** Reads and deletes a ticket: of two simultaneous calls only one gets it. */
  async take(hash: string): Promise<Ticket | undefined> {
    const key = { tenant_id: tenantId, _id: hash };
    const item = await getItem(db, ticketTable, key);
    return item && (await deleteItem(db, ticketTable, key)) ? ticket.parse(item) : undefined;
  },
});
