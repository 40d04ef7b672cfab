import {
  jsonSchema,
  type LanguageModel,
  type ModelMessage as SdkMessage,
  Output,
  streamText,
  type TextStreamPart,
  tool,
  type ToolSet,
  wrapLanguageModel,
} from 'ai';
import type {
  ModelAnswer,
  ModelMessage,
  ModelPart,
  ModelTurn,
  ModelUsage,
  Watch,
} from '#lib/ports/model.ts';
import { bounded } from './bounded-parts.ts';
import { cutAnswer, failure, failureOf } from './failure.ts';

// It would print its advice beside our log.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A provider's model: its name alone would go to a gateway of somebody else. */
export type SdkModel = Exclude<LanguageModel, string>;

type Answered = Extract<ModelAnswer, { type: 'answered' }>;

const messageOf = (message: ModelMessage): SdkMessage => {
  if (message.role === 'user') return { role: 'user', content: message.text };
  if (message.role === 'tool') {
    const content = message.returns.map(({ tool_call_id, tool_name, content }) => ({
      type: 'tool-result' as const,
      toolCallId: tool_call_id,
      toolName: tool_name,
      output: { type: 'text' as const, value: content },
    }));
    return { role: 'tool', content };
  }
  const content = message.parts.map((part) =>
    part.type === 'text'
      ? part
      : {
          type: 'tool-call' as const,
          toolCallId: part.tool_call_id,
          toolName: part.tool_name,
          input: part.args,
        },
  );
  return { role: 'assistant', content };
};

/** Without `execute`: who asked for the turn decides about each call. */
const toolsOf = (tools: ModelTurn['tools'] = []): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, input }) => [
      name,
      tool({ description, inputSchema: jsonSchema(input) }),
    ]),
  );

/**
 * The answer is JSON by a schema. The SDK would read all that came so far anew at each delta;
 * whoever asks reads it once, at the end.
 */
const outputOf = ({ name, schema }: NonNullable<ModelTurn['output']>) => ({
  ...Output.object({ name, schema: jsonSchema(schema) }),
  parsePartialOutput: async () => undefined,
});

/** Bounds of what an answer tells of itself: no model comes near them. */
const most = { tokens: 100_000_000, modelId: 200 } as const;

/** What is collected of the stream of one call. */
type Heard = {
  parts: ModelPart[];
  text: string;
  /** How it ended, once it has. */
  finish?: string;
  model_id: string;
  usage?: ModelUsage;
  error?: { was: unknown };
};

/** What was said before a call stands before it. */
const closeText = (heard: Heard): void => {
  if (heard.text !== '') heard.parts.push({ type: 'text', text: heard.text });
  heard.text = '';
};

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** A count of tokens that makes sense; a server may send anything. */
const isCount = (tokens: number | undefined): tokens is number =>
  tokens !== undefined && Number.isInteger(tokens) && tokens >= 0 && tokens <= most.tokens;

const hear = (part: TextStreamPart<ToolSet>, heard: Heard, { onText }: Watch): void => {
  switch (part.type) {
    case 'text-delta':
      heard.text += part.text;
      if (part.text !== '') onText?.(part.text);
      return;
    case 'tool-call': {
      closeText(heard);
      const invalid = part.invalid ? sentenceOf(part.error) : undefined;
      heard.parts.push({
        type: 'tool_call',
        tool_call_id: part.toolCallId,
        tool_name: part.toolName,
        args: part.input,
        ...(invalid !== undefined && { invalid }),
      });
      return;
    }
    case 'finish-step': {
      heard.model_id = part.response.modelId.toWellFormed().slice(0, most.modelId);
      heard.finish = part.rawFinishReason === undefined ? 'cut' : part.finishReason;
      const { inputTokens, outputTokens } = part.usage;
      if (isCount(inputTokens) && isCount(outputTokens)) {
        heard.usage = { input_tokens: inputTokens, output_tokens: outputTokens };
      }
      return;
    }
    case 'error':
      heard.error ??= { was: part.error };
      return;
    default:
  }
};

const finishes: Record<string, Answered['finish']> = {
  stop: 'stop',
  other: 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  'content-filter': 'refused',
};

/** How a model is reached: the provider's object, and what our own client said of the call. */
export type Reached = {
  model: SdkModel;
  /** What people know its server by. */
  where: string;
  /** Why the call has no answer, where our client knows. */
  sent: () => unknown;
  /** What gives the call away, besides the secrets of its integration. */
  told?: string[];
};

const answerOf = (heard: Heard, { where, sent }: Reached, now: number): ModelAnswer => {
  if (heard.error) return failureOf(heard.error.was, { sent: sent(), where, now });
  const finish = finishes[heard.finish ?? ''];
  if (finish === undefined) return cutAnswer(where);
  closeText(heard);
  const { model_id, parts, usage } = heard;
  return { type: 'answered', model_id, parts, finish, ...(usage && { usage }) };
};

/** The model, whose answers are bounded before the SDK parses what they ask for. */
const boundedModel = (model: SdkModel) =>
  wrapLanguageModel({
    model,
    middleware: {
      wrapStream: async ({ doStream }) => {
        const { stream, ...more } = await doStream();
        return { ...more, stream: bounded(stream) };
      },
    },
  });

const cancelled = failure('cancelled', 'The question was taken back before it was answered.');

/** One call of a model, from messages to parts. */
export const sdkTurn = async (
  reached: Reached,
  asked: ModelTurn,
  watch: Watch,
  clock: () => number,
): Promise<ModelAnswer> => {
  if (watch.signal?.aborted) return cancelled;
  const { output, limits } = asked;
  const heard: Heard = {
    parts: [],
    text: '',
    model_id: asked.model.name,
  };
  const over = new AbortController();
  const late = AbortSignal.timeout(limits.time_ms);
  const { stream } = streamText({
    model: boundedModel(reached.model),
    instructions: asked.instructions,
    messages: asked.messages.map(messageOf),
    tools: toolsOf(asked.tools),
    ...(output && { output: outputOf(output) }),
    maxOutputTokens: limits.output_tokens,
    // Who asked knows whether another attempt is wanted, and what it costs.
    maxRetries: 0,
    abortSignal: AbortSignal.any([late, over.signal, ...(watch.signal ? [watch.signal] : [])]),
    onError: () => undefined,
  });
  try {
    for await (const part of stream) {
      hear(part, heard, watch);
      // Nothing that comes later makes an answer of it.
      if (heard.error) break;
    }
  } catch (error) {
    heard.error ??= { was: error };
  } finally {
    // What is left of the answer is not read.
    over.abort();
  }
  if (watch.signal?.aborted) return cancelled;
  if (late.aborted && !heard.finish) {
    const why = `${reached.where} did not answer completely within ${limits.time_ms / 1000} s.`;
    return failure('time', `${why} Give it less to read, or choose a faster model.`);
  }
  return answerOf(heard, reached, clock());
};
