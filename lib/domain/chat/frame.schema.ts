import * as z from 'zod';
import { chatMessage } from './message.schema.ts';
import { threadStatus } from './thread.schema.ts';

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
  /** The agent has given its last answer. */
  end: z.boolean(),
  /** The thread is over: `status` says how. */
  session_ended: z.boolean(),
  status: threadStatus.optional(),
  error: z.string().optional(),
});
export type ChatFrame = z.output<typeof chatFrame>;
