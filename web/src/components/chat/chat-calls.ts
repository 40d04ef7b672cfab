import { createContext, useContext } from 'react';
import { chat } from '#web/api/chat.ts';
import type { Call } from '#web/api/client.ts';
import { executions } from '#web/api/executions.ts';

const { listChatThreads, getChatThread, listChatMessages, getChatMessage, sendChatMessage } = chat;

type In<C> = C extends Call<infer I, unknown> ? I : never;
type Out<C> = C extends (...args: never[]) => Promise<infer O> ? O : never;
type SameCall<C> = Call<In<C>, Out<C>>;

/**
 * The calls that read and write a chat, the call that starts such a run, and the channel with the
 * updates of the chat.
 */
export type ChatCalls = {
  listChatThreads: SameCall<typeof listChatThreads>;
  getChatThread: SameCall<typeof getChatThread>;
  listChatMessages: SameCall<typeof listChatMessages>;
  getChatMessage: SameCall<typeof getChatMessage>;
  sendChatMessage: SameCall<typeof sendChatMessage>;
  startRun: Pick<Call<never, unknown>, 'guard'>;
  frames: 'send_message' | 'portal_chat_updated';
};

const organisationCalls: ChatCalls = {
  listChatThreads,
  getChatThread,
  listChatMessages,
  getChatMessage,
  sendChatMessage,
  startRun: executions.startExecution,
  frames: 'send_message',
};

/**
 * By default the calls of the whole organisation; a page may replace them for the runs that it
 * shows.
 */
export const ChatCallsContext = createContext(organisationCalls);

export const useChatCalls = (): ChatCalls => useContext(ChatCallsContext);
