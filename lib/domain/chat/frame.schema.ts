import * as z from 'zod';
import { chatMessage } from './message.schema.ts';
import { endedBy, threadRetry, threadStatus } from './thread.schema.ts';

/**
 * A piece of an answer that the model is generating. It is not stored: the stored message replaces
 * it, and a piece with offset 0 replaces all pieces shown before.
 */
export const chatDelta = z.object({
  /** Sequence number that the answer will have in the thread. */
  sequence: z.number(),
  /** Number of characters of the answer before this piece. */
  offset: z.number(),
  text: z.string(),
});
export type ChatDelta = z.output<typeof chatDelta>;

/** What is pushed to consoles about a thread: new messages, or its new status. */
export const chatFrame = z.object({
  bot_exc_id: z.string(),
  chat_session_id: z.string(),
  chat_thread_id: z.string(),
  agent_node_id: z.string(),
  loop_index: z.number().optional(),
  messages: z.array(chatMessage),
  /** Ids of messages that are too long for a frame: consoles fetch them. */
  message_ids: z.array(z.string()).optional(),
  /** People are asked to approve a tool call. */
  asked: z.object({ tool_call_id: z.string(), approval_id: z.string() }).optional(),
  /** An approved call is being made. */
  begun: z.object({ tool_call_id: z.string() }).optional(),
  /** The AI agent has given its final answer or has ended. */
  end: z.boolean(),
  /** The thread has ended; see `status`. */
  session_ended: z.boolean(),
  status: threadStatus.optional(),
  /** For a completed thread: why it ended, and the limit that was reached, if any. */
  ended_by: endedBy.optional(),
  limit: z.number().optional(),
  /** The model did not answer and will be called again. */
  retry: threadRetry.optional(),
  error: z.string().optional(),
  /** Text of an answer that is not stored yet, instead of messages. */
  delta: chatDelta.optional(),
});
export type ChatFrame = z.output<typeof chatFrame>;

/** Suggested answers to a question of an AI agent. */
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
