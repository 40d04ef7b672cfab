import * as z from 'zod';
import { pageQuery, wholeNumber } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import { lanePath } from '../executions/lanes/lane-view.schema.ts';
import {
  chatMessage,
  chatMessageList,
  chatThreadPage,
  messageListQuery,
  newMessageFields,
} from './message.schema.ts';
import { chatSession } from './session.schema.ts';
import { chatThread } from './thread.schema.ts';

const threadIdInput = { chat_thread_id: z.string().max(80) };

/** Calls on conversations of AI agents. A user who may read a run may read what its agents said. */
export const chatRoutes = defineRoutes({
  listChatThreads: {
    method: 'GET',
    path: 'chat_threads/bot_execution/{bot_exc_id}',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject({
      ...pageQuery(),
      bot_exc_id: z.string().max(80),
      /** Only the AI agent of this node, in the run itself or in the given branch or iteration. */
      agent_node_id: z.string().max(64).optional(),
      lane: lanePath.optional(),
    }),
    output: chatThreadPage,
    audit: "List a run's agents",
  },
  listSessionThreads: {
    method: 'GET',
    path: 'chat_threads/session/{chat_session_id}',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject({ ...pageQuery(), chat_session_id: z.string().max(80) }),
    output: chatThreadPage,
    audit: "List a chat's agents",
  },
  getChatSession: {
    method: 'GET',
    path: 'chat_sessions/bot/{bot_id}/bot_execution/{bot_exc_id}',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject({ bot_id: z.string().max(80), bot_exc_id: z.string().max(80) }),
    output: chatSession,
    audit: 'Read the state of a chat',
  },
  createChatSession: {
    method: 'POST',
    path: 'chat_sessions',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    // Every run has a chat from the start: this returns it, however often it is called.
    reads: true,
    input: z.strictObject({ bot_id: z.string().max(80), bot_exc_id: z.string().max(80) }),
    output: chatSession,
    audit: 'Open the chat of a run',
  },
  getChatThread: {
    method: 'GET',
    path: 'chat_threads/{chat_thread_id}',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject(threadIdInput),
    output: chatThread,
    audit: 'Read the state of an agent',
  },
  listChatMessages: {
    method: 'GET',
    path: 'chat_threads/{chat_thread_id}/messages',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject({
      ...threadIdInput,
      ...messageListQuery(),
    }),
    output: chatMessageList,
    audit: 'Read what an agent said',
  },
  listAgentMessages: {
    method: 'GET',
    path: 'chat/{chat_session_id}',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject({
      chat_session_id: z.string().max(80),
      agent_node_id: z.string().max(64),
      /** Zero-based iteration of the innermost loop around the agent; absent without a loop. */
      loop_index: wholeNumber(0, 999_999).optional(),
      ...messageListQuery(),
    }),
    output: chatMessageList,
    audit: 'Read what an agent of a chat said',
  },
  sendChatMessage: {
    method: 'POST',
    path: 'chat_threads/{chat_thread_id}/messages',
    permission: 'update_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject({
      ...threadIdInput,
      ...newMessageFields(),
    }),
    output: chatMessage,
    audit: 'Write to an agent',
  },
  getChatMessage: {
    method: 'GET',
    path: 'chat/messages/{chat_message_id}',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject({ chat_message_id: z.string().max(80) }),
    output: chatMessage,
    audit: 'Read a message of an agent in full',
  },
});
