import * as z from 'zod';
import { executionState } from '../executions/execution.schema.ts';
import { threadStatus } from './thread.schema.ts';

/** An AI agent of a chat. */
const sessionAgent = z.object({
  /** The id of its node. */
  name: z.string(),
  status: threadStatus,
  /** Zero-based iteration of the innermost loop around it. */
  loop_index: z.number().optional(),
  /** Id of its thread. */
  resource_id: z.string(),
});

/** The chat of one run, which all its AI agents share. */
export const chatSession = z.object({
  _id: z.string(),
  bot_id: z.string(),
  bot_name: z.string(),
  bot_exc_id: z.string(),
  /** State of the run: the chat ends with it. */
  state: executionState,
  /** Its AI agents, latest first; at most 100. */
  agents: z.array(sessionAgent),
  /** The bot that was last run by one of them, and its run. */
  session_generated_bot_id: z.string().optional(),
  session_generated_bot_exc_id: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ChatSession = z.output<typeof chatSession>;
