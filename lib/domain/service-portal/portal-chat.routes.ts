import * as z from 'zod';
import { pageQuery } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import {
  chatMessage,
  chatMessageList,
  chatThreadPage,
  messageListQuery,
  newMessageFields,
} from '../chat/message.schema.ts';
import { chatThread } from '../chat/thread.schema.ts';

const run = { bot_exc_id: z.string().max(80) };
const thread = { ...run, chat_thread_id: z.string().max(80) };
const threads = 'service_portal/runs/{bot_exc_id}/chat_threads';

/** Calls on the agents of app runs, for the users who own the runs. */
export const portalChatRoutes = defineRoutes({
  listPortalThreads: {
    method: 'GET',
    path: threads,
    permission: 'read_service_portal',
    resource: 'service_portal',
    input: z.strictObject({ ...pageQuery(), ...run }),
    output: chatThreadPage,
    audit: "List the agents of one's own run of an app",
  },
  getPortalThread: {
    method: 'GET',
    path: `${threads}/{chat_thread_id}`,
    permission: 'read_service_portal',
    resource: 'service_portal',
    input: z.strictObject(thread),
    output: chatThread,
    audit: "Read the state of an agent of one's own run of an app",
  },
  listPortalMessages: {
    method: 'GET',
    path: `${threads}/{chat_thread_id}/messages`,
    permission: 'read_service_portal',
    resource: 'service_portal',
    input: z.strictObject({ ...thread, ...messageListQuery() }),
    output: chatMessageList,
    audit: "Read the messages of an agent of one's own run of an app",
  },
  sendPortalMessage: {
    method: 'POST',
    path: `${threads}/{chat_thread_id}/messages`,
    permission: 'update_service_portal_run',
    resource: 'service_portal',
    input: z.strictObject({ ...thread, ...newMessageFields() }),
    output: chatMessage,
    audit: "Write to an agent of one's own run of an app",
  },
  getPortalMessage: {
    method: 'GET',
    path: 'service_portal/runs/{bot_exc_id}/chat_messages/{chat_message_id}',
    permission: 'read_service_portal',
    resource: 'service_portal',
    input: z.strictObject({ ...run, chat_message_id: z.string().max(80) }),
    output: chatMessage,
    audit: "Read a whole message of an agent of one's own run of an app",
  },
});
