import type { TextPart } from '#lib/kernel/response-size.ts';

/** Reads the part with this number. */
export type ReadPart = (partNumber: number) => Promise<TextPart | undefined>;

/** The JSON of a large value, whose parts are requested one after the other. */
export const readWholeText = async (first: TextPart, readPart: ReadPart): Promise<string> => {
  const texts: string[] = [];
  for (let part: TextPart | undefined = first; part;) {
    texts.push(part.text);
    if (part.next === undefined) break;
    part = await readPart(part.next);
  }
  return texts.join('');
};
