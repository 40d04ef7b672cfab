import type { Call } from '#web/api/client.ts';
import { servicePortal } from '#web/api/service-portal.ts';
import type { ChatCalls } from '#web/components/chat/chat-calls.ts';

type RunParam = { bot_exc_id: string };

/** The same call for one run. */
const bindToRun = <In extends RunParam, Out>(
  call: Call<In, Out>,
  { bot_exc_id }: RunParam,
): Call<Omit<In, 'bot_exc_id'>, Out> => {
  const { routeKey, guard, area } = call;
  const portalCall = (input: Omit<In, 'bot_exc_id'>, signal?: AbortSignal) =>
    call({ ...input, bot_exc_id } as In, signal);
  return Object.assign(portalCall, { routeKey, guard, area });
};

/** The calls with which portal users read and write the chat of their run. */
export const portalChatCalls = (run: RunParam): ChatCalls => ({
  listChatThreads: bindToRun(servicePortal.listPortalThreads, run),
  getChatThread: bindToRun(servicePortal.getPortalThread, run),
  listChatMessages: bindToRun(servicePortal.listPortalMessages, run),
  getChatMessage: bindToRun(servicePortal.getPortalMessage, run),
  sendChatMessage: bindToRun(servicePortal.sendPortalMessage, run),
  startRun: servicePortal.startPortalApp,
  frames: 'portal_chat_updated',
});
