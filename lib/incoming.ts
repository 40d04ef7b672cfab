import type * as z from 'zod';
import type { realtimeChannels } from './channels.ts';
import type { Caller } from './kernel/caller.ts';
import type { Channel } from './kernel/channel.ts';

type Channels = typeof realtimeChannels;

type IncomingOf<C> = C extends { incoming: { message: z.ZodType<infer M> } } ? M : never;

/** The channels that consoles may send to. */
type Taking = {
  [C in keyof Channels]: Channels[C] extends Required<Channel> ? C : never;
}[keyof Channels];

type Handlers = {
  [C in Taking]: (caller: Caller, message: IncomingOf<Channels[C]>) => Promise<unknown>;
};

/** What follows from a message that a console sends; one that is sent twice counts once. */
export const incomingHandlers: Handlers = {};
