import type { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible';
import { excessOf } from '#lib/kernel/json.ts';
import { overfull, Unfit } from './failure.ts';

type Parts = Awaited<ReturnType<OpenAICompatibleChatLanguageModel['doStream']>>['stream'];
type Part = Parts extends ReadableStream<infer T> ? T : never;

/** Limits for the tool calls of one answer; no real model reaches them. */
const most = { calls: 128, argumentsLength: 256_000, argumentValues: 20_000 } as const;

/** Passes on the parts of an answer. Throws `Unfit` above the limits, before calls are parsed. */
export const bounded = (parts: Parts): Parts => {
  let [calls, argumentsLength] = [0, 0];
  const isTooMuch = (part: Part): boolean => {
    switch (part.type) {
      case 'tool-input-start':
        calls += 1;
        return calls > most.calls;
      case 'tool-input-delta':
        argumentsLength += part.delta.length;
        return argumentsLength > most.argumentsLength;
      case 'tool-call':
        return excessOf(part.input, most.argumentValues) !== undefined;
      default:
        return false;
    }
  };
  return parts.pipeThrough(
    new TransformStream<Part, Part>({
      transform(part, next) {
        if (isTooMuch(part)) throw new Unfit(overfull);
        next.enqueue(part);
      },
    }),
  );
};
