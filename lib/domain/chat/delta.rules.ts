import type { ChatDelta } from './frame.schema.ts';

/** The visible part of an answer that is not stored yet, and its future place in the thread. */
export type PartialAnswer = Pick<ChatDelta, 'sequence' | 'text'>;

/** Appends a piece; undefined if a previous piece was missed. */
export const withDelta = (
  partialAnswer: PartialAnswer | undefined,
  { sequence, offset, text }: ChatDelta,
): PartialAnswer | undefined => {
  if (offset === 0) return { sequence, text };
  const follows = partialAnswer?.sequence === sequence && partialAnswer.text.length === offset;
  return follows ? { sequence, text: partialAnswer.text + text } : undefined;
};
