import type { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible';
import { jsonExcessReason } from '#lib/kernel/json.ts';
import { tooManyCallsFailure, UnusableAnswer } from './failure.ts';

type Parts = Awaited<ReturnType<OpenAICompatibleChatLanguageModel['doStream']>>['stream'];
type Part = Parts extends ReadableStream<infer T> ? T : never;

/** Limits for the tool calls of one answer; no real model reaches them. */
const callLimits = { calls: 128, argumentsLength: 256_000, argumentValues: 20_000 } as const;

/**
 * Passes on the parts of an answer. Throws `UnusableAnswer` above the limits, before calls are
 * parsed.
 */
export const limitParts = (parts: Parts): Parts => {
  let [calls, argumentsLength] = [0, 0];
  const exceedsLimits = (part: Part): boolean => {
    switch (part.type) {
      case 'tool-input-start':
        calls += 1;
        return calls > callLimits.calls;
      case 'tool-input-delta':
        argumentsLength += part.delta.length;
        return argumentsLength > callLimits.argumentsLength;
      case 'tool-call':
        return jsonExcessReason(part.input, callLimits.argumentValues) !== undefined;
      default:
        return false;
    }
  };
  return parts.pipeThrough(
    new TransformStream<Part, Part>({
      transform(part, next) {
        if (exceedsLimits(part)) throw new UnusableAnswer(tooManyCallsFailure);
        next.enqueue(part);
      },
    }),
  );
};
