import * as z from 'zod';
import { chatMessage } from './message.schema.ts';
import { endedBy, threadRetry, threadStatus } from './thread.schema.ts';

/**
 * A piece of what a model says just now. Nobody keeps it: the stored message takes its place, and a
 * piece at the offset 0 that of everything shown before.
 */
export const chatDelta = z.object({
  /** Where in the thread the answer will be kept. */
  sequence: z.number(),
  /** Characters of the answer before this piece. */
  offset: z.number(),
  text: z.string(),
});
export type ChatDelta = z.output<typeof chatDelta>;

/** What consoles hear of a thread: what was said in it, or how it stands from now on. */
export const chatFrame = z.object({
  bot_exc_id: z.string(),
  chat_session_id: z.string(),
  chat_thread_id: z.string(),
  agent_node_id: z.string(),
  loop_index: z.number().optional(),
  messages: z.array(chatMessage),
  /** In place of messages that are too long for a frame: they are asked for. */
  message_ids: z.array(z.string()).optional(),
  /** People are asked whether a call of a tool may be made. */
  asked: z.object({ tool_call_id: z.string(), approval_id: z.string() }).optional(),
  /** A call that people granted is made now. */
  begun: z.object({ tool_call_id: z.string() }).optional(),
  /** The agent has given its last answer. */
  end: z.boolean(),
  /** The thread is over: `status` says how. */
  session_ended: z.boolean(),
  status: threadStatus.optional(),
  /** Of one that completed: why, and where a limit was reached, how much of it there was. */
  ended_by: endedBy.optional(),
  limit: z.number().optional(),
  /** The model did not answer, and is asked again. */
  retry: threadRetry.optional(),
  error: z.string().optional(),
  /** In place of messages: text of an answer that is not stored yet. */
  delta: chatDelta.optional(),
});
export type ChatFrame = z.output<typeof chatFrame>;

/** What people might answer to an agent that has asked them. */
export const chatSuggestions = chatFrame
  .pick({
    bot_exc_id: true,
    chat_session_id: true,
    chat_thread_id: true,
    agent_node_id: true,
    loop_index: true,
  })
  .extend({ suggestions: z.array(z.string()) });
export type ChatSuggestions = z.output<typeof chatSuggestions>;
