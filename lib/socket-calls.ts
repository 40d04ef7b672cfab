import type { realtimeChannels } from './channels.ts';
import { chatRoutes } from './domain/chat/chat.routes.ts';
import { sendChatMessage, type SendDeps } from './domain/chat/send.service.ts';
import type { Caller } from './kernel/caller.ts';
import type { Route } from './kernel/route.ts';

/**
 * An API call that clients may also make over a socket, with the same input schema, rights, audit
 * and limits.
 */
export type SocketCall = {
  /** The route's key in its area. */
  key: string;
  route: Route;
  /** Takes the input as the route's schema parsed it. Idempotent: input sent twice counts once. */
  handle: (caller: Caller, input: never) => Promise<unknown>;
};

export type SocketCallDeps = SendDeps;

/** The calls that may be made over a socket, by channel name. */
export const openSocketCalls = (
  deps: SocketCallDeps,
): Partial<Record<keyof typeof realtimeChannels, SocketCall>> => ({
  send_message: {
    key: 'sendChatMessage',
    route: chatRoutes.sendChatMessage,
    handle: sendChatMessage(deps),
  },
});
