import type * as z from 'zod';
import type { realtimeChannels } from '#lib/channels.ts';

export type ChannelName = keyof typeof realtimeChannels;
export type ChannelMessage<C extends ChannelName> = z.input<
  (typeof realtimeChannels)[C]['message']
>;

/** Pushes to the open consoles of a tenant. A lost frame costs nothing: pages poll as well. */
export type Realtime = {
  push<C extends ChannelName>(
    tenantId: string,
    channel: C,
    message: ChannelMessage<C>,
  ): Promise<void>;
};
