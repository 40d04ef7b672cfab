import type { ChatDelta } from './frame.schema.ts';

/** What is shown of an answer that is not stored yet, and where in the thread it will be. */
export type Shown = Pick<ChatDelta, 'sequence' | 'text'>;

/** What is shown with one more piece; nothing where one before it was missed. */
export const withDelta = (
  shown: Shown | undefined,
  { sequence, offset, text }: ChatDelta,
): Shown | undefined => {
  if (offset === 0) return { sequence, text };
  const follows = shown?.sequence === sequence && shown.text.length === offset;
  return follows ? { sequence, text: shown.text + text } : undefined;
};
