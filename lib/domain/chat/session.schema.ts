import * as z from 'zod';
import { executionState } from '../executions/execution.schema.ts';
import { threadStatus } from './thread.schema.ts';

/** An agent of a chat, by the node it is. */
const sessionAgent = z.object({
  /** The id of its node. */
  name: z.string(),
  status: threadStatus,
  /** The turn of the innermost loop around it, from 0. */
  loop_index: z.number().optional(),
  /** Its thread. */
  resource_id: z.string(),
});

/** The chat of one run, which all its agents share. */
export const chatSession = z.object({
  _id: z.string(),
  bot_id: z.string(),
  bot_name: z.string(),
  bot_exc_id: z.string(),
  /** Of the run: the chat ends with it. */
  state: executionState,
  /** Its agents, those that began last first; at most 100. */
  agents: z.array(sessionAgent),
  /** The bot that one of them has run last, and its run. */
  session_generated_bot_id: z.string().optional(),
  session_generated_bot_exc_id: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ChatSession = z.output<typeof chatSession>;
