import { randomBytes } from 'node:crypto';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { unauthorised } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { ticketRoutes } from './ticket.routes.ts';
import { ticketStore } from './ticket.store.ts';

export type TicketDeps = { db: Database; clock: Clock };

/** Whose console a WebSocket belongs to. */
export type SocketOwner = { tenant_id: string; user_id: string };

const lifetimeSeconds = 60;
const shape = /^(org_[0-9a-f]{32})\.([0-9a-f]{64})$/;

export const ticketService = ({ db, clock }: TicketDeps): Service<typeof ticketRoutes> => ({
  async createTicket({ tenant_id, user_id }) {
    const secret = randomBytes(32).toString('hex');
    const expires_at = Math.floor(clock() / 1000) + lifetimeSeconds;
    await ticketStore(db, tenant_id).create(sha256(secret), { user_id, expires_at });
    return { ticket: `${tenant_id}.${secret}`, expires_at: isoTime(expires_at * 1000) };
  },
});

/** Redeems a ticket: it opens one connection, within its 60 seconds. Everything else is refused. */
export const redeemTicket =
  ({ db, clock }: TicketDeps) =>
  async (text: string): Promise<SocketOwner> => {
    const [, tenant_id = '', secret] = shape.exec(text) ?? [];
    const found = secret && (await ticketStore(db, tenant_id).take(sha256(secret)));
    if (!found || found.expires_at * 1000 < clock()) {
      throw unauthorised('This ticket is used up or too old. Ask for a new one.');
    }
    return { tenant_id, user_id: found.user_id };
  };
