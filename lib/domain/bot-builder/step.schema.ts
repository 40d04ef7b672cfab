import * as z from 'zod';

/** Limits of one question to the model and of a conversation. */
export const builderLimits = {
  messages: 400,
  partsPerMessage: 40,
  /** Maximum characters of one text, and of a whole conversation. */
  text: 80_000,
  conversation: 400_000,
  /** Maximum characters of the name of a tool or call, and of why a call is invalid. */
  name: 200,
  invalid: 2000,
  outputTokens: 4000,
  /** Timeout in milliseconds: API calls are cut off at 29 s. */
  time: 24_000,
  /** Maximum number of questions per organisation and hour. */
  stepsPerHour: 1500,
} as const;

const text = z
  .string()
  .max(builderLimits.text, 'This text is too long for the builder. Shorten it.');
const callId = z.string().min(1).max(builderLimits.name);
const toolName = z.string().max(builderLimits.name);

export const textPart = z.strictObject({ type: z.literal('text'), text });
export const toolCallPart = z.strictObject({
  type: z.literal('tool_call'),
  tool_call_id: callId,
  tool_name: toolName,
  args: z.unknown(),
  invalid: z.string().max(builderLimits.invalid).optional(),
});
export const builderPart = z.discriminatedUnion('type', [textPart, toolCallPart]);

const toolReturn = z.strictObject({ tool_call_id: callId, tool_name: toolName, content: text });

/** The conversation so far: messages of the user, of the model, and results of tools. */
export const builderMessage = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), text: text.min(1, 'Write what the bot must do.') }),
  z.strictObject({
    role: z.literal('assistant'),
    parts: z.array(builderPart).max(builderLimits.partsPerMessage),
  }),
  z.strictObject({
    role: z.literal('tool'),
    returns: z.array(toolReturn).min(1).max(builderLimits.partsPerMessage),
  }),
]);
export type BuilderMessage = z.output<typeof builderMessage>;

export const conversationTooLong =
  'This conversation is too long for the builder. Begin a new one.';

const isWithinLimit = (messages: readonly unknown[]): boolean =>
  JSON.stringify(messages).length <= builderLimits.conversation;

/** A model can only answer a user or a tool. */
const needsModelAnswer = (messages: readonly BuilderMessage[]): boolean =>
  messages.at(0)?.role === 'user' && messages.at(-1)?.role !== 'assistant';

const idsIn = (message: BuilderMessage): string[] => {
  if (message.role === 'tool') return message.returns.map(({ tool_call_id }) => tool_call_id);
  if (message.role === 'user') return [];
  return message.parts.flatMap((one) => (one.type === 'tool_call' ? [one.tool_call_id] : []));
};

/** Every tool call must be answered before another message follows. */
const hasAllCallResults = (messages: readonly BuilderMessage[]): boolean => {
  const openCallIds = new Set<string>();
  for (const message of messages) {
    if (message.role !== 'tool' && openCallIds.size > 0) return false;
    for (const id of idsIn(message)) {
      if (message.role === 'tool') openCallIds.delete(id);
      else openCallIds.add(id);
    }
  }
  return openCallIds.size === 0;
};

const unanswered =
  'A tool call has no result. Send one for each call, right after the message with the call.';

export const builderStep = z.strictObject({
  integration_id: z.string().max(60),
  /** One of its models; blank means its default model. */
  model: z.string().trim().max(200).default(''),
  messages: z
    .array(builderMessage)
    .min(1, 'Write what the bot must do.')
    .max(builderLimits.messages, conversationTooLong)
    .refine(isWithinLimit, conversationTooLong)
    .refine(
      needsModelAnswer,
      'The first message must be from a user, the last one from a user or a tool.',
    )
    .refine(hasAllCallResults, unanswered),
});
export type BuilderStep = z.output<typeof builderStep>;

const tokens = z.number().int();

/** The model's answer, or why it failed; a failing model does not fail the API call. */
export const builderAnswer = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('answered'),
    model_id: z.string(),
    parts: z.array(builderPart),
    finish: z.enum(['stop', 'tool_calls', 'length', 'refused']),
    usage: z.object({ input_tokens: tokens, output_tokens: tokens }).optional(),
    /** In US dollars, if the price of the model is known. */
    cost: z.number().optional(),
  }),
  z.object({
    type: z.literal('failed'),
    error: z.string(),
    /** Milliseconds after which a retry makes sense; absent if none does. */
    retry_after: z.number().optional(),
  }),
]);
export type BuilderAnswer = z.output<typeof builderAnswer>;
