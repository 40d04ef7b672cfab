import * as z from 'zod';
import { randomBytes } from 'node:crypto';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import { type Database, deleteItem, getItem, putNewItem } from '#lib/kernel/database.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { unauthorised } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { ticketRoutes } from './ticket.routes.ts';
import { ticketTable } from './ticket.table.ts';

export type TicketDeps = { db: Database; clock: Clock };

/** Whose console a WebSocket belongs to. */
export type SocketOwner = { tenant_id: string; user_id: string };

const ticket = z.object({ user_id: z.string(), expires_at: z.number() });

const lifetimeSeconds = 60;

export const ticketService = ({ db, clock }: TicketDeps): Service<typeof ticketRoutes> => ({
  async createTicket({ tenant_id, user_id }) {
    const secret = randomBytes(32).toString('hex');
    const expires_at = Math.floor(clock() / 1000) + lifetimeSeconds;
    await putNewItem(db, ticketTable, { tenant_id, _id: sha256(secret), user_id, expires_at });
    return { ticket: `${tenant_id}.${secret}`, expires_at: isoTime(expires_at * 1000) };
  },
});

/** Redeems a ticket: it opens one connection, within its 60 seconds. Everything else is refused. */
export const redeemTicket =
  ({ db, clock }: TicketDeps) =>
  async (text: string): Promise<SocketOwner> => {
    const [tenant_id = '', secret = ''] = text.split('.');
    const refused = () => unauthorised('This ticket is used up or too old. Ask for a new one.');
    if (!/^org_[0-9a-f]{32}$/.test(tenant_id) || secret === '') throw refused();
    const key = { tenant_id, _id: sha256(secret) };
    const item = await getItem(db, ticketTable, key);
    if (!item || !(await deleteItem(db, ticketTable, key))) throw refused();
    const { user_id, expires_at } = ticket.parse(item);
    if (expires_at * 1000 < clock()) throw refused();
    return { tenant_id, user_id };
  };
