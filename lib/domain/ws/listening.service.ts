import { eachOf } from '#lib/kernel/at-once.ts';
import type { Channels } from '#lib/kernel/channel.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { signInOf } from '#lib/kernel/sign-in.ts';
import type { ChannelName, SocketOwner, Sockets } from '#lib/ports/realtime.ts';
import { readCaller } from '../account/caller.service.ts';
import { decide } from '../account/permission.rules.ts';
import { apiKeyStore } from '../api-keys/api-key.store.ts';
import { isOver } from '../users/session.rules.ts';
import { userStore } from '../users/user.store.ts';

export type ListeningDeps = {
  db: Database;
  clock: Clock;
  /** Every realtime channel. */
  channels: Readonly<Record<ChannelName, Channels[string]>>;
};

type Open = ReturnType<Sockets['open']> extends AsyncIterable<infer One> ? One : never;

/** Sockets that are looked at, and ended, at the same time. */
const atOnce = 16;

/** What a token's end means for its socket is told by `closeStrangers`. */
const always = Number.MAX_SAFE_INTEGER;

/**
 * The channels that somebody may listen to now: those whose content they may read. Undefined where
 * their account or their key is no more.
 */
export const readChannels =
  ({ channels, ...deps }: ListeningDeps) =>
  async (owner: SocketOwner): Promise<ChannelName[] | undefined> => {
    const { tenant_id, user_id, key_id, session, signed_in_at } = owner;
    const key =
      key_id === undefined ? undefined : await apiKeyStore(deps.db, tenant_id).get(key_id);
    const expires_at = key?.expires_at === undefined ? always : key.expires_at * 1000;
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
 * Ends the sockets whose owners' rights have changed since they were opened, or whose token or
 * sign-in has ended: a console comes back and gets what its owner may see now, whoever has signed
 * out and strangers get no new ticket. Of one organisation at once, where something was changed
 * there; of all now and then, since time passes by itself.
 */
export const closeStrangers =
  (deps: ListeningDeps & { sockets: Sockets }) =>
  async (tenantId?: string): Promise<void> => {
    const read = readChannels(deps);
    const found = new Map<string, Promise<string | undefined>>();
    const channelsOf = (owner: SocketOwner): Promise<string | undefined> => {
      const { tenant_id, user_id, key_id = '', session = '', signed_in_at = '' } = owner;
      const name = [tenant_id, user_id, key_id, session, signed_in_at].join(' ');
      const channels = found.get(name) ?? read(owner).then((names) => names?.join(' '));
      found.set(name, channels);
      return channels;
    };
    const now = deps.clock();
    const sockets: Open[] = [];
    for await (const socket of deps.sockets.open(tenantId)) sockets.push(socket);
    await eachOf(sockets, atOnce, async ({ owner, end }) => {
      const hasEnded = owner.token_ends !== undefined && owner.token_ends <= now;
      if (hasEnded || (await channelsOf(owner)) !== owner.channels.join(' ')) await end();
    });
  };

/** Ends the sockets of somebody's sign-ins that were ended. Those of their API keys go on. */
export const closeEnded =
  ({ db, sockets }: Pick<ListeningDeps, 'db'> & { sockets: Sockets }) =>
  async (tenantId: string, userId: string): Promise<void> => {
    const user = await userStore(db, tenantId).get(userId);
    for await (const { owner, end } of sockets.open(tenantId)) {
      if (owner.user_id !== userId || owner.key_id !== undefined) continue;
      if (!user || isOver(owner, user)) await end();
    }
  };
