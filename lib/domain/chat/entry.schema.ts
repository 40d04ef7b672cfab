import * as z from 'zod';

const toolCall = z.object({
  type: z.literal('tool_call'),
  tool_call_id: z.string(),
  tool_name: z.string(),
  /** As returned by the model. */
  args: z.unknown(),
  invalid: z.string().optional(),
});

const part = z.union([z.object({ type: z.literal('text'), text: z.string() }), toolCall]);

const tokenUsage = z.object({ input_tokens: z.number(), output_tokens: z.number() });

/** The rejection of a call. */
export const rejection = z.object({
  /** The user who rejected it; absent if nobody approved it in time. */
  by: z.string().optional(),
  at: z.string(),
  reason: z.string().optional(),
});

/**
 * One entry of a conversation. Each answer of the model is one entry, so that no partial answer is
 * stored.
 */
export const chatEntry = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), text: z.string() }),
  z.object({
    role: z.literal('user'),
    text: z.string(),
    /** For a message that a user wrote into the thread: the user, and the user's own id of it. */
    by: z.string().optional(),
    client_id: z.string().optional(),
  }),
  z.object({
    role: z.literal('assistant'),
    parts: z.array(part),
    /** Whether it is the final answer of the AI agent. */
    final: z.boolean(),
    /** The answer is cut off because it reached the maximum tokens of one answer. */
    cut: z.literal(true).optional(),
    /** The name of the model as reported by its server. */
    model: z.string(),
    /** Only if the model's server reports it. */
    usage: tokenUsage.optional(),
    /** In US dollars, if the price of the model is known. */
    cost: z.number().optional(),
  }),
  /** Usage of a discarded answer: people wrote before it arrived, so a new one is generated. */
  z.object({
    role: z.literal('overtaken'),
    usage: tokenUsage.optional(),
    cost: z.number().optional(),
  }),
  /** People are asked to approve a call. */
  z.object({
    role: z.literal('asked'),
    tool_call_id: z.string(),
    approval_id: z.string(),
    /** Approvers; absent in old entries. */
    approvers: z.array(z.string()).optional(),
    /** Digest of the call with everything that it would send. */
    digest: z.string(),
    asked_at: z.string(),
    until: z.string(),
  }),
  /** The AI agent has asked people a question and waits for a message. */
  z.object({
    role: z.literal('waits'),
    tool_call_id: z.string(),
    asked_at: z.string(),
    until: z.string(),
  }),
  /** Answers that a model suggests for a question to people; empty if it failed. */
  z.object({
    role: z.literal('suggested'),
    tool_call_id: z.string(),
    suggestions: z.array(z.string()),
    usage: tokenUsage.optional(),
    cost: z.number().optional(),
  }),
  /**
   * An approved call is made right after this entry; if no result follows, it may have been made. A
   * call that starts a run is polled until that run has ended.
   */
  z.object({
    role: z.literal('begun'),
    tool_call_id: z.string(),
    approval_id: z.string(),
    /** The worker that makes the call, so that no other one does. */
    by: z.string(),
    begun_at: z.string().optional(),
    waited_ms: z.number(),
  }),
  z.object({
    role: z.literal('tool'),
    tool_call_id: z.string(),
    tool_name: z.string(),
    content: z.string(),
    is_error: z.boolean(),
    /** Milliseconds that it waited, for people who rejected the call or for a run. */
    waited_ms: z.number().optional(),
    /** Digest of the rejected call. */
    refused: z.string().optional(),
    /** Digest of the tool and its arguments, if it is unknown whether the call was made. */
    unknown: z.string().optional(),
    rejection: rejection.optional(),
  }),
]);
export type ChatEntry = z.output<typeof chatEntry>;

/** Fields of an entry that are also stored as attributes, to find it without reading its text. */
export const entryMark = z.object({
  role: z.string(),
  by: z.string().optional(),
  client_id: z.string().optional(),
  final: z.boolean().optional(),
});
export type EntryMark = z.output<typeof entryMark>;

/** An entry with its place: the sequence numbers of a thread begin at 0 and have no gaps. */
export type KeptEntry = { sequence: number; created_at: string; entry: ChatEntry };
