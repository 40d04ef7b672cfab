import * as z from 'zod';

const toolCall = z.object({
  type: z.literal('tool_call'),
  tool_call_id: z.string(),
  tool_name: z.string(),
  /** As the model gave them. */
  args: z.unknown(),
  invalid: z.string().optional(),
});

const part = z.union([z.object({ type: z.literal('text'), text: z.string() }), toolCall]);

const taken = z.object({ input_tokens: z.number(), output_tokens: z.number() });

/** That people did not permit a call. */
export const rejection = z.object({
  /** Who rejected it; absent where nobody approved it in time. */
  by: z.string().optional(),
  at: z.string(),
  reason: z.string().optional(),
});

/**
 * One write of a conversation. What a model says in one answer is one entry, so that no half of an
 * answer is ever kept.
 */
export const chatEntry = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), text: z.string() }),
  z.object({
    role: z.literal('user'),
    text: z.string(),
    /** Of what somebody wrote into the thread: who it was, and their own name of the message. */
    by: z.string().optional(),
    client_id: z.string().optional(),
  }),
  z.object({
    role: z.literal('assistant'),
    parts: z.array(part),
    /** The last answer of the agent. */
    final: z.boolean(),
    /** It reached the most tokens that one answer may have, and ends in between. */
    cut: z.literal(true).optional(),
    /** The model, as it names itself. */
    model: z.string(),
    /** Where the model's server tells. */
    usage: taken.optional(),
    /** US dollars, where the price of the model is known. */
    cost: z.number().optional(),
  }),
  /** What an answer took that is not kept: people wrote before it came, and it is given anew. */
  z.object({
    role: z.literal('overtaken'),
    usage: taken.optional(),
    cost: z.number().optional(),
  }),
  /** People are asked whether a call may be made. */
  z.object({
    role: z.literal('asked'),
    tool_call_id: z.string(),
    approval_id: z.string(),
    /** Who is asked; absent where they were asked before it was noted. */
    approvers: z.array(z.string()).optional(),
    /** Of the call, with everything that it would send. */
    digest: z.string(),
    asked_at: z.string(),
    until: z.string(),
  }),
  /** The agent has asked people something, and waits for a message of theirs. */
  z.object({
    role: z.literal('waits'),
    tool_call_id: z.string(),
    asked_at: z.string(),
    until: z.string(),
  }),
  /** What people might answer to what they are asked, as a model thinks; none where it failed. */
  z.object({
    role: z.literal('suggested'),
    tool_call_id: z.string(),
    suggestions: z.array(z.string()),
    usage: taken.optional(),
    cost: z.number().optional(),
  }),
  /**
   * A call that people approved is made right after this; without an answer it may have been. One
   * that starts a run is looked at until that has ended.
   */
  z.object({
    role: z.literal('begun'),
    tool_call_id: z.string(),
    approval_id: z.string(),
    /** Whoever makes it, so that nobody else does. */
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
    /** Milliseconds that it waited: for people who did not let it make the call, or for a run. */
    waited_ms: z.number().optional(),
    /** The call that people did not permit, as its digest. */
    refused: z.string().optional(),
    /** The tool and its arguments, as a digest, where nobody knows whether the call was made. */
    unknown: z.string().optional(),
    rejection: rejection.optional(),
  }),
]);
export type ChatEntry = z.output<typeof chatEntry>;

/** Of an entry: what stands beside it as well, to be found without reading what was said. */
export const entryMark = z.object({
  role: z.string(),
  by: z.string().optional(),
  client_id: z.string().optional(),
  final: z.boolean().optional(),
});
export type EntryMark = z.output<typeof entryMark>;

/** An entry in its place: sequences of a thread begin at 0 and leave none out. */
export type KeptEntry = { sequence: number; created_at: string; entry: ChatEntry };
