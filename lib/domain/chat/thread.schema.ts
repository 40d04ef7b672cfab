import * as z from 'zod';

/** Status of a thread. */
export const threadStatus = z.enum(['ACTIVE', 'COMPLETED', 'FAILED', 'CANCELLED']);
export type ThreadStatus = z.output<typeof threadStatus>;

/**
 * Usage of an AI agent: tokens of its steps, and the total cost of its model calls in US dollars,
 * as far as prices are known.
 */
export const threadUsage = z.object({
  steps: z.number(),
  tool_calls: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  /** Tokens of suggested answers; absent if there are none. */
  suggestion_tokens: z.number().optional(),
  cost: z.number().optional(),
});
export type ThreadUsage = z.output<typeof threadUsage>;

/** The next attempt at a model that did not answer. */
export const threadRetry = z.object({
  /** Time of the attempt (ISO). */
  at: z.string(),
  /** Number of the attempt, from 1, and the maximum. */
  attempt: z.number(),
  most: z.number(),
});
export type ThreadRetry = z.output<typeof threadRetry>;

/** Why an AI agent ended: it gave its final answer, which may be cut, or reached a limit. */
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

/** The conversation of one AI agent of a run, per node and loop iteration. */
export const chatThread = z.object({
  _id: z.string(),
  /** Id of the chat of its run. */
  chat_session_id: z.string(),
  bot_id: z.string(),
  bot_exc_id: z.string(),
  /** Its node, and the lane of the run in which it works. */
  agent_node_id: z.string(),
  lane: z.string(),
  agent_name: z.string(),
  /** Zero-based iteration of the innermost loop around it. */
  loop_index: z.number().optional(),
  /** Zero-based iterations of the outer loops, outermost first; absent if there are none. */
  outer_indexes: z.array(z.number()).optional(),
  status: threadStatus,
  /**
   * For an active thread: what it waits for people to do, derived from its run. In the service
   * portal it is only shown to users who are asked.
   */
  waiting_for: z.enum(['approval', 'message']).optional(),
  agent_context_info: z.object({
    output_format_description: z.string().optional(),
    /** Whether people may write to it. */
    allow_user_interaction: z.boolean().default(true),
  }),
  /** The name of the model as reported by its server. */
  model: z.string().optional(),
  /** Not shown to portal users who may not read the run. */
  spent: threadUsage.optional(),
  /** The bot that it ran last, and its run. */
  session_generated_bot_id: z.string().optional(),
  session_generated_bot_exc_id: z.string().optional(),
  /** Number of failed model calls since the last answer. */
  failures: z.number(),
  /** For an active thread whose model did not answer and will be called again. */
  retry: threadRetry.optional(),
  /** For a completed thread: why it ended, and the limit that was reached, if any. */
  ended_by: endedBy.optional(),
  limit: z.number().optional(),
  error: z.string().optional(),
  /** For a thread that failed because of its model: the integration of the model. */
  failed_integration_id: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ChatThread = z.output<typeof chatThread>;

/** The fields of a thread that its frames contain. */
export type FrameThread = Pick<ChatThread, '_id' | 'bot_exc_id' | 'agent_node_id' | 'loop_index'>;
