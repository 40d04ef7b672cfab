import { shorten } from '#lib/kernel/value-descriptions.ts';

/** The most characters of a text in a run's record, which has room for 400 KB in all. */
const maxShownLength = 2000;

/** The part of a text that is shown. */
export const cutText = (text: string): string => shorten(text, maxShownLength);

/** A value unchanged, or the beginning of its JSON where that is long. */
export const cutValue = (value: unknown): unknown => {
  const text = JSON.stringify(value);
  return text !== undefined && text.length > maxShownLength ? cutText(text) : value;
};
