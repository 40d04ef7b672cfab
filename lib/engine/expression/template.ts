/** A part of a setting's text: literal, or the code of an expression. */
export type TemplatePart = { text: string } | { code: string };

const open = '{%';
const close = '%}';

/** The parts of a text, in order; undefined where an expression is not closed. */
export const partsOf = (text: string): TemplatePart[] | undefined => {
  const parts: TemplatePart[] = [];
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

/** Whether the text has any expression; most settings have none. */
export const isTemplate = (text: string): boolean => text.includes(open);

/** The code of a text that is a single expression, apart from surrounding blanks. */
export const wholeCode = (text: string): string | undefined => {
  const [first, ...others] = partsOf(text.trim()) ?? [];
  return first && 'code' in first && others.length === 0 ? first.code : undefined;
};
