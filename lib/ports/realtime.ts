import type * as z from 'zod';
import type { SignIn } from '#lib/kernel/sign-in.ts';
import type { realtimeChannels } from '#lib/channels.ts';

export type ChannelName = keyof typeof realtimeChannels;
export type ChannelMessage<C extends ChannelName> = z.input<
  (typeof realtimeChannels)[C]['message']
>;

/**
 * Pushes to the open consoles of a tenant, or to those of one person in it (`to`). A lost frame
 * costs nothing: pages poll as well.
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
 * Whose console a WebSocket belongs to; `key_id` where an API key had asked for its ticket, else
 * the sign-in of the token that had.
 */
export type SocketOwner = { tenant_id: string; user_id: string; key_id?: string } & SignIn;

/** An owner with the channels that they may listen to, in the order of the list. */
export type Listening = SocketOwner & { channels: readonly ChannelName[] };

/** The open WebSockets of all organisations, for looking whether they still may listen. */
export type Sockets = {
  /**
   * Those of one organisation where it is named. `end` closes the socket: its console comes back
   * with a new ticket, if it may have one.
   */
  open(tenantId?: string): AsyncIterable<{ owner: Listening; end(): Promise<void> }>;
};
