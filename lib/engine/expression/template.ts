/** A piece of a setting's text: literal, or the code of an expression. */
export type Part = { text: string } | { code: string };

const open = '{%';
const close = '%}';

/** The pieces of a text, in order; undefined where an expression is not closed. */
export const partsOf = (text: string): Part[] | undefined => {
  const parts: Part[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    if (start < 0) break;
    const end = text.indexOf(close, start + open.length);
    if (end < 0) return undefined;
    if (start > at) parts.push({ text: text.slice(at, start) });
    parts.push({ code: text.slice(start + open.length, end).trim() });
    at = end + close.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
};

/** Whether the text holds an expression at all; most settings do not. */
export const isTemplate = (text: string): boolean => text.includes(open);

/** The code of a text that is one expression as a whole, blanks around it aside. */
export const wholeCode = (text: string): string | undefined => {
  const [only, ...others] = partsOf(text.trim()) ?? [];
  return only && 'code' in only && others.length === 0 ? only.code : undefined;
};
