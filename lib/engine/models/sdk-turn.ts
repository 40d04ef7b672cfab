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
  TurnOptions,
} from '#lib/ports/model.ts';
import { limitParts } from './bounded-parts.ts';
import { cutAnswerFailure, failureOfSdkError, modelFailure } from './failure.ts';

// Otherwise the SDK would print advice beside our log.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A provider's model object: a model's name alone would be sent to a third party's gateway. */
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

/** Tools without `execute`: the caller decides about each call. */
const toolsOf = (tools: ModelTurn['tools'] = []): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, input }) => [
      name,
      tool({ description, inputSchema: jsonSchema(input) }),
    ]),
  );

/**
 * Requests JSON by a schema. The SDK would parse the whole text so far again at each delta; here
 * the caller parses it once, at the end.
 */
const outputOf = ({ name, schema }: NonNullable<ModelTurn['output']>) => ({
  ...Output.object({ name, schema: jsonSchema(schema) }),
  parsePartialOutput: async () => undefined,
});

/** Limits of the token counts and model ids in an answer; no real model reaches them. */
const answerLimits = { tokens: 100_000_000, modelId: 200 } as const;

/** What was collected from the stream of one call. */
type StreamState = {
  parts: ModelPart[];
  text: string;
  /** Why it ended, once it has. */
  finish?: string;
  model_id: string;
  usage?: ModelUsage;
  error?: { cause: unknown };
};

/** Ends the text so far, so that it comes before the call that follows. */
const closeText = (state: StreamState): void => {
  if (state.text !== '') state.parts.push({ type: 'text', text: state.text });
  state.text = '';
};

const errorTextOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** Whether a count of tokens is plausible; a server may send anything. */
const isCount = (tokens: number | undefined): tokens is number =>
  tokens !== undefined && Number.isInteger(tokens) && tokens >= 0 && tokens <= answerLimits.tokens;

const applyPart = (
  part: TextStreamPart<ToolSet>,
  state: StreamState,
  { onText }: TurnOptions,
): void => {
  switch (part.type) {
    case 'text-delta':
      state.text += part.text;
      if (part.text !== '') onText?.(part.text);
      return;
    case 'tool-call': {
      closeText(state);
      const invalid = part.invalid ? errorTextOf(part.error) : undefined;
      state.parts.push({
        type: 'tool_call',
        tool_call_id: part.toolCallId,
        tool_name: part.toolName,
        args: part.input,
        ...(invalid !== undefined && { invalid }),
      });
      return;
    }
    case 'finish-step': {
      state.model_id = part.response.modelId.toWellFormed().slice(0, answerLimits.modelId);
      state.finish = part.rawFinishReason === undefined ? 'cut' : part.finishReason;
      const { inputTokens, outputTokens } = part.usage;
      if (isCount(inputTokens) && isCount(outputTokens)) {
        state.usage = { input_tokens: inputTokens, output_tokens: outputTokens };
      }
      return;
    }
    case 'error':
      state.error ??= { cause: part.error };
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

/** How a model is reached: the provider's object, and what our own client knows of the call. */
export type ReachedModel = {
  model: SdkModel;
  /** The name of its server for people. */
  serverName: string;
  /** Returns the error of the call, where our client knows it. */
  callError: () => unknown;
  /** Texts to hide besides the secrets of its integration. */
  extraSecrets?: string[];
};

const answerOf = (
  state: StreamState,
  { serverName, callError }: ReachedModel,
  now: number,
): ModelAnswer => {
  if (state.error)
    return failureOfSdkError(state.error.cause, { callError: callError(), serverName, now });
  const finish = finishes[state.finish ?? ''];
  if (finish === undefined) return cutAnswerFailure(serverName);
  closeText(state);
  const { model_id, parts, usage } = state;
  return { type: 'answered', model_id, parts, finish, ...(usage && { usage }) };
};

/** The model with its answers limited before the SDK parses their tool calls. */
const boundedModel = (model: SdkModel) =>
  wrapLanguageModel({
    model,
    middleware: {
      wrapStream: async ({ doStream }) => {
        const { stream, ...otherFields } = await doStream();
        return { ...otherFields, stream: limitParts(stream) };
      },
    },
  });

const cancelled = modelFailure('cancelled', 'The question was cancelled before it was answered.');

/** One call of a model, from messages to parts. */
export const runSdkTurn = async (
  reachedModel: ReachedModel,
  request: ModelTurn,
  watch: TurnOptions,
  clock: () => number,
): Promise<ModelAnswer> => {
  if (watch.signal?.aborted) return cancelled;
  const { output, limits } = request;
  const state: StreamState = {
    parts: [],
    text: '',
    model_id: request.model.name,
  };
  const abortController = new AbortController();
  const timeoutSignal = AbortSignal.timeout(limits.time_ms);
  const { stream } = streamText({
    model: boundedModel(reachedModel.model),
    instructions: request.instructions,
    messages: request.messages.map(messageOf),
    tools: toolsOf(request.tools),
    ...(output && { output: outputOf(output) }),
    maxOutputTokens: limits.output_tokens,
    // The caller knows whether another attempt is wanted, and what it costs.
    maxRetries: 0,
    abortSignal: AbortSignal.any([
      timeoutSignal,
      abortController.signal,
      ...(watch.signal ? [watch.signal] : []),
    ]),
    onError: () => undefined,
  });
  try {
    for await (const part of stream) {
      applyPart(part, state, watch);
      // After an error nothing more can complete the answer.
      if (state.error) break;
    }
  } catch (error) {
    state.error ??= { cause: error };
  } finally {
    // The rest of the answer is not read.
    abortController.abort();
  }
  if (watch.signal?.aborted) return cancelled;
  if (timeoutSignal.aborted && !state.finish) {
    const seconds = limits.time_ms / 1000;
    const problem = `${reachedModel.serverName} did not answer completely within ${seconds} s.`;
    return modelFailure('time', `${problem} Give it less to read, or choose a faster model.`);
  }
  return answerOf(state, reachedModel, clock());
};
