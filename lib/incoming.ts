import type { realtimeChannels } from './channels.ts';
import { chatRoutes } from './domain/chat/chat.routes.ts';
import { type SendDeps, sendChatMessage } from './domain/chat/send.service.ts';
import type { Caller } from './kernel/caller.ts';
import type { Route } from './kernel/route.ts';

/**
 * A call of the API that clients may also make over their sockets: the same input, rights, audit
 * and limits.
 */
export type Incoming = {
  /** The key of the route. */
  key: string;
  route: Route;
  /** Takes the input as the route's schema has parsed it. Sent twice, it counts once. */
  take: (caller: Caller, input: never) => Promise<unknown>;
};

export type IncomingDeps = SendDeps;

/** What may be sent over a socket, by the name of its channel. */
export const openIncoming = (
  deps: IncomingDeps,
): Partial<Record<keyof typeof realtimeChannels, Incoming>> => ({
  /** A message to an agent. */
  send_message: {
    key: 'sendChatMessage',
    route: chatRoutes.sendChatMessage,
    take: sendChatMessage(deps),
  },
});
