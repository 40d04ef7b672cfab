import type * as z from 'zod';
import type { SignIn } from '#lib/kernel/sign-in.ts';
import type { realtimeChannels } from '#lib/channels.ts';

export type ChannelName = keyof typeof realtimeChannels;
export type ChannelMessage<C extends ChannelName> = z.input<
  (typeof realtimeChannels)[C]['message']
>;

/**
 * Pushes a message to the open consoles of a tenant, or of one user in it (`to`). A lost frame does
 * no harm: pages also poll.
 */
export type Realtime = {
  push<C extends ChannelName>(
    tenantId: string,
    channel: C,
    message: ChannelMessage<C>,
    to?: string,
  ): Promise<void>;
};

/**
 * The user of a WebSocket; `key_id` is set if an API key requested its ticket, otherwise the
 * sign-in of the access token that did.
 */
export type SocketOwner = { tenant_id: string; user_id: string; key_id?: string } & SignIn;

/** A socket's owner with the channels that they may receive, in the order of the list. */
export type SocketSubscriber = SocketOwner & { channels: readonly ChannelName[] };

/** The open WebSockets of all organisations, for checking that they are still allowed to listen. */
export type Sockets = {
  /**
   * Lists the sockets, of one organisation if given. `end` closes a socket; its console reconnects
   * with a new ticket if it may still have one.
   */
  open(tenantId?: string): AsyncIterable<{ owner: SocketSubscriber; end(): Promise<void> }>;
};
