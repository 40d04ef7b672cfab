import { randomBytes } from 'node:crypto';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { unauthorised } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { type SignIn, signInOf } from '#lib/kernel/sign-in.ts';
import type { SocketOwner, SocketSubscriber } from '#lib/ports/realtime.ts';
import { allowedChannels, type ListeningDeps } from './listening.service.ts';
import type { ticketRoutes } from './ticket.routes.ts';
import { type Ticket, ticketStore } from './ticket.store.ts';

export type TicketDeps = { db: Database; clock: Clock };

const lifetimeSeconds = 60;
const ticketPattern = /^(org_[0-9a-f]{32})\.([0-9a-f]{64})$/;

/** What is stored of the API key or token with which the ticket was requested. */
const credentialOf = (
  credential: Pick<Ticket, 'key_id' | keyof SignIn>,
): Pick<SocketOwner, 'key_id' | keyof SignIn> => ({
  ...(credential.key_id !== undefined && { key_id: credential.key_id }),
  ...signInOf(credential),
});

export const ticketService = ({ db, clock }: TicketDeps): Service<typeof ticketRoutes> => ({
  async createTicket(caller) {
    const { tenant_id, user_id } = caller;
    const secret = randomBytes(32).toString('hex');
    const expires_at = Math.floor(clock() / 1000) + lifetimeSeconds;
    const by = credentialOf(caller);
    await ticketStore(db, tenant_id).create(sha256(secret), { user_id, ...by, expires_at });
    return { ticket: `${tenant_id}.${secret}`, expires_at: isoTime(expires_at * 1000) };
  },
});

const ticketRefusal = () => unauthorised('This ticket was used or has expired. Request a new one.');

/**
 * Redeems a ticket: it opens one connection, within its 60 seconds, with the channels that its
 * owner may listen to now. Throws a refusal for anything else.
 */
export const redeemTicket =
  (deps: ListeningDeps) =>
  async (text: string): Promise<SocketSubscriber> => {
    const [, tenant_id = '', secret] = ticketPattern.exec(text) ?? [];
    const found = secret && (await ticketStore(deps.db, tenant_id).take(sha256(secret)));
    if (!found || found.expires_at * 1000 < deps.clock()) throw ticketRefusal();
    const owner: SocketOwner = { tenant_id, user_id: found.user_id, ...credentialOf(found) };
    const channels = await allowedChannels(deps)(owner);
    if (!channels) throw ticketRefusal();
    return { ...owner, channels };
  };
