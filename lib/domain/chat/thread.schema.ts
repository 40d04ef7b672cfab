import * as z from 'zod';

/** How a thread stands. */
export const threadStatus = z.enum(['ACTIVE', 'COMPLETED', 'FAILED', 'CANCELLED']);
export type ThreadStatus = z.output<typeof threadStatus>;

/**
 * What an agent has used up: its tokens are those of its steps. `cost` is US dollars of all that
 * its model was asked, where the price is known.
 */
export const threadSpent = z.object({
  steps: z.number(),
  tool_calls: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  /** Of answers that people were offered; absent where there are none. */
  suggestion_tokens: z.number().optional(),
  cost: z.number().optional(),
});
export type ThreadSpent = z.output<typeof threadSpent>;

/** A model that did not answer is asked again. */
export const threadRetry = z.object({
  /** When (ISO time). */
  at: z.string(),
  /** Which attempt that is, from 1, and how many there are at most. */
  attempt: z.number(),
  most: z.number(),
});
export type ThreadRetry = z.output<typeof threadRetry>;

/** Why an agent ended: it had its answer, which may be cut, or a limit was reached. */
export const endedBy = z.enum([
  'final_response',
  'answer_length',
  'steps',
  'tool_calls',
  'tokens',
  'cost',
  'run_tokens',
  'run_cost',
  'minutes',
  'day',
]);
export type EndedBy = z.output<typeof endedBy>;

/** The conversation of one agent of a run: of one node, and of one turn of a loop around it. */
export const chatThread = z.object({
  _id: z.string(),
  /** The chat of its run. */
  chat_session_id: z.string(),
  bot_id: z.string(),
  bot_exc_id: z.string(),
  /** The node, and the lane of the run that it works in. */
  agent_node_id: z.string(),
  lane: z.string(),
  agent_name: z.string(),
  /** The turn of the innermost loop around it, from 0. */
  loop_index: z.number().optional(),
  /** The turns of the loops around that one, from 0, the outermost first; absent without any. */
  outer_indexes: z.array(z.number()).optional(),
  status: threadStatus,
  /**
   * Of one that works: what it waits for people to do now. Read off its run. People of the portal
   * read of it only where they may do it.
   */
  waiting_for: z.enum(['approval', 'message']).optional(),
  agent_context_info: z.object({
    output_format_description: z.string().optional(),
    /** Whether people may write to it. */
    allow_user_interaction: z.boolean().default(true),
  }),
  /** As it names itself. */
  model: z.string().optional(),
  /** Not told to people of the portal who may not read the run itself. */
  spent: threadSpent.optional(),
  /** The bot that it has run last, and its run. */
  session_generated_bot_id: z.string().optional(),
  session_generated_bot_exc_id: z.string().optional(),
  /** Attempts at the model that failed since it answered last. */
  failures: z.number(),
  /** Of one that works: its model did not answer, and is asked again. */
  retry: threadRetry.optional(),
  /** Of one that completed: why, and where a limit was reached, how much of it there was. */
  ended_by: endedBy.optional(),
  limit: z.number().optional(),
  error: z.string().optional(),
  /** Of one that failed because its model did: the integration of the model. */
  failed_integration_id: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ChatThread = z.output<typeof chatThread>;

/** A thread, as far as its frames name it. */
export type Told = Pick<ChatThread, '_id' | 'bot_exc_id' | 'agent_node_id' | 'loop_index'>;
