import * as z from 'zod';
import { executionState } from '../executions/execution.schema.ts';

/** The chat of one run, which all its agents share. */
export const chatSession = z.object({
  _id: z.string(),
  bot_id: z.string(),
  bot_name: z.string(),
  bot_exc_id: z.string(),
  /** Of the run: the chat ends with it. */
  state: executionState,
  created_at: z.string(),
  updated_at: z.string(),
});
export type ChatSession = z.output<typeof chatSession>;
