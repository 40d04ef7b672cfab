import { CST, Lexer } from 'yaml';
import { limits } from '#lib/kernel/limits.ts';
import { shortened } from '#lib/kernel/value-words.ts';

/** More are no drawing but an attempt to fill the memory. */
export const mostAliases = 100;

const mostLines = 150_000;
const mostComments = 10_000;

export const scanSentences = {
  depth: `The file is nested deeper than ${limits.jsonDepth} levels.`,
  aliases: `The file has more than ${mostAliases} aliases.`,
  tag: (tag: string) => `Tags such as ${shortened(tag)} are not taken.`,
  document: 'A file is one document; a second one begins here.',
};

type Seen = {
  /** Brackets and braces that are open. */
  open: number;
  /** Items and keys that begin inside of each other on one line. */
  begun: number;
  /** Where the lines began into which this one is indented. */
  columns: number[];
  /** Where this line begins, until something stands in it. */
  column: number | undefined;
  aliases: number;
  anchors: number;
  explicitKeys: number;
  values: number;
  lines: number;
  comments: number;
  /** Where documents begin and end: marks, each for itself. */
  documents: number;
};

type Rule = (seen: Seen, word: string) => string | false | void;

/** Names, values, lists and groups: a bot of more could not be saved. */
const value: Rule = (seen) =>
  (seen.values += 1) > limits.jsonValues && 'The file has too many values.';

const opened: Rule = (seen, word) =>
  (seen.open += 1) > limits.jsonDepth ? scanSentences.depth : value(seen, word);

const closed: Rule = (seen, word) =>
  (seen.open -= 1) < 0 && `This ${word} closes nothing that is open.`;

const begun: Rule = (seen, word) =>
  (seen.begun += 1) > limits.jsonDepth ? scanSentences.depth : value(seen, word);

const rules: Record<string, Rule> = {
  'flow-seq-start': opened,
  'flow-map-start': opened,
  'flow-seq-end': closed,
  'flow-map-end': closed,
  'seq-item-ind': begun,
  'explicit-key-ind': (seen, word) =>
    (seen.explicitKeys += 1) > mostAliases
      ? `The file has more than ${mostAliases} keys behind question marks.`
      : begun(seen, word),
  newline: (seen) => {
    seen.begun = 0;
    seen.column = 0;
    seen.lines += 1;
    return seen.lines > mostLines && 'The file has too many lines.';
  },
  comment: (seen) =>
    (seen.comments += 1) > mostComments && 'The file has too many comments.',
  space: (seen, word) => {
    if (seen.column === 0) seen.column = word.length;
  },
  alias: (seen) => (seen.aliases += 1) > mostAliases && scanSentences.aliases,
  anchor: (seen) =>
    (seen.anchors += 1) > mostAliases && `The file has more than ${mostAliases} anchors.`,
  scalar: value,
  'single-quoted-scalar': value,
  'double-quoted-scalar': value,
  tag: (_, word) => scanSentences.tag(word),
  'doc-start': (seen) => (seen.documents += 1) > 1 && scanSentences.document,
  // A document may begin with its mark, or without.
  'doc-end': (seen) => (seen.documents += 1) > 2 && scanSentences.document,
};

/** What the lexer puts between the words of a text. */
const marks: readonly unknown[] = ['doc-mode', 'flow-error-end', 'scalar'];

/** Words in front of which a line has not begun yet. */
const before: readonly unknown[] = ['space', 'newline', 'comment', 'byte-order-mark'];

/** Steps a line is indented by are levels: the parser goes into each. */
const indented = (seen: Seen, type: CST.TokenType): string | false => {
  if (seen.column === undefined || before.includes(type)) return false;
  const { columns, column } = seen;
  seen.column = undefined;
  while (columns.length > 0 && (columns.at(-1) ?? 0) >= column) columns.pop();
  columns.push(column);
  return columns.length > limits.jsonDepth && scanSentences.depth;
};

const judge = (seen: Seen, type: CST.TokenType, word: string): string | false | void =>
  indented(seen, type) || rules[type]?.(seen, word);

/**
 * What a text is refused for before it is parsed, and where in it: parsing takes long, or all of
 * the stack, for what only a hostile text has. One pass over its words.
 */
export const scanText = (text: string): { line: number; msg: string } | undefined => {
  const counts = { aliases: 0, anchors: 0, explicitKeys: 0, values: 0, documents: 0 };
  const more = { lines: 0, comments: 0 };
  const seen: Seen = { open: 0, begun: 0, columns: [], column: 0, ...counts, ...more };
  let offset = 0;
  let isContent = false;
  for (const word of new Lexer().lex(text)) {
    // A scalar's content follows its mark, and means nothing here.
    const type: CST.TokenType | null = isContent ? null : CST.tokenType(word);
    const msg = type && judge(seen, type, word);
    if (msg) return { line: text.slice(0, offset).split('\n').length, msg };
    isContent = type === 'scalar';
    if (!marks.includes(type)) offset += word.length;
  }
  return undefined;
};
