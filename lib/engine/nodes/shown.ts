import { shortened } from '#lib/kernel/value-words.ts';

/** Characters of a text that a run's record keeps to be shown: it has room for 400 KB in all. */
const mostShown = 2000;

/** As much of a text as is shown. */
export const cutText = (text: string): string => shortened(text, mostShown);

/** A value as it is, or the beginning of its JSON where that is long. */
export const cutValue = (value: unknown): unknown => {
  const text = JSON.stringify(value);
  return text !== undefined && text.length > mostShown ? cutText(text) : value;
};
