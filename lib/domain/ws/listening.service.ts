import { forEachInBatches } from '#lib/kernel/in-batches.ts';
import type { Channels } from '#lib/kernel/channel.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { signInOf } from '#lib/kernel/sign-in.ts';
import type { ChannelName, SocketOwner, Sockets } from '#lib/ports/realtime.ts';
import { readCaller } from '../account/caller.service.ts';
import { decide } from '../account/permission.rules.ts';
import { apiKeyStore } from '../api-keys/api-key.store.ts';
import { isSignInOver } from '../users/session.rules.ts';
import { userStore } from '../users/user.store.ts';

export type ListeningDeps = {
  db: Database;
  clock: Clock;
  /** Every realtime channel. */
  channels: Readonly<Record<ChannelName, Channels[string]>>;
};

type OpenSocket = ReturnType<Sockets['open']> extends AsyncIterable<infer One> ? One : never;

/** How many sockets are checked, and closed, at the same time. */
const concurrency = 16;

/** The expiry of a token is handled by `closeUnauthorised`. */
const noExpiry = Number.MAX_SAFE_INTEGER;

/**
 * The channels that the owner may listen to now: those whose content they may read. Undefined if
 * their account or key no longer exists.
 */
export const allowedChannels =
  ({ channels, ...deps }: ListeningDeps) =>
  async (owner: SocketOwner): Promise<ChannelName[] | undefined> => {
    const { tenant_id, user_id, key_id, session, signed_in_at } = owner;
    const key =
      key_id === undefined ? undefined : await apiKeyStore(deps.db, tenant_id).get(key_id);
    const expires_at = key?.expires_at === undefined ? noExpiry : key.expires_at * 1000;
    const by = key_id === undefined ? signInOf({ session, signed_in_at }) : { key_id };
    try {
      const caller = await readCaller(deps)({ tenant_id, user_id, expires_at, ...by });
      const names = Object.keys(channels) as ChannelName[];
      return names.filter((name) => decide(caller, channels[name].content).allowed);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  };

/**
 * Closes the sockets whose owners' rights have changed since they were opened, or whose token or
 * sign-in has ended. A console reconnects and then gets what its owner may see; users who signed
 * out or lost access get no new ticket. Called for one organisation after a change in it, and for
 * all from time to time, since tokens expire without any event.
 */
export const closeUnauthorised =
  (deps: ListeningDeps & { sockets: Sockets }) =>
  async (tenantId?: string): Promise<void> => {
    const readChannels = allowedChannels(deps);
    const found = new Map<string, Promise<string | undefined>>();
    const channelsOf = (owner: SocketOwner): Promise<string | undefined> => {
      const { tenant_id, user_id, key_id = '', session = '', signed_in_at = '' } = owner;
      const name = [tenant_id, user_id, key_id, session, signed_in_at].join(' ');
      const channels = found.get(name) ?? readChannels(owner).then((names) => names?.join(' '));
      found.set(name, channels);
      return channels;
    };
    const now = deps.clock();
    const sockets: OpenSocket[] = [];
    for await (const socket of deps.sockets.open(tenantId)) sockets.push(socket);
    await forEachInBatches(sockets, concurrency, async ({ owner, end }) => {
      const hasEnded = owner.token_ends !== undefined && owner.token_ends <= now;
      if (hasEnded || (await channelsOf(owner)) !== owner.channels.join(' ')) await end();
    });
  };

/** Closes the sockets of a user's ended sign-ins; those opened with API keys stay open. */
export const closeSignedOut =
  ({ db, sockets }: Pick<ListeningDeps, 'db'> & { sockets: Sockets }) =>
  async (tenantId: string, userId: string): Promise<void> => {
    const user = await userStore(db, tenantId).get(userId);
    for await (const { owner, end } of sockets.open(tenantId)) {
      if (owner.user_id !== userId || owner.key_id !== undefined) continue;
      if (!user || isSignInOver(owner, user)) await end();
    }
  };
