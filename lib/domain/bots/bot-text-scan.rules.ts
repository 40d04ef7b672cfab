import { CST, Lexer } from 'yaml';
import { limits } from '#lib/kernel/limits.ts';
import { shorten } from '#lib/kernel/value-descriptions.ts';

/** A file with more aliases is not a bot but an attempt to exhaust memory. */
export const maxAliases = 100;

const maxLines = 150_000;
const maxComments = 10_000;

export const scanSentences = {
  depth: `The file is nested deeper than ${limits.jsonDepth} levels.`,
  aliases: `The file has more than ${maxAliases} aliases.`,
  tag: (tag: string) => `Tags such as ${shorten(tag)} are not supported.`,
  document: 'A file must contain only one document. A second one begins here.',
};

type ScanState = {
  /** Number of open brackets and braces. */
  open: number;
  /** Number of nested items and keys that begin on this line. */
  begun: number;
  /** Columns of the enclosing indentation levels. */
  columns: number[];
  /** Column where this line begins; undefined after its first content. */
  column: number | undefined;
  aliases: number;
  anchors: number;
  explicitKeys: number;
  values: number;
  lines: number;
  comments: number;
  /** Number of marks of document starts and ends. */
  documents: number;
};

type Rule = (seen: ScanState, word: string) => string | false | void;

/** Counts names, values, lists and groups; a bot with more than the limit could not be saved. */
const countValue: Rule = (seen) =>
  (seen.values += 1) > limits.jsonValues && 'The file has too many values.';

const openBracket: Rule = (seen, word) =>
  (seen.open += 1) > limits.jsonDepth ? scanSentences.depth : countValue(seen, word);

const closeBracket: Rule = (seen, word) =>
  (seen.open -= 1) < 0 && `This ${word} has no matching opening bracket.`;

const beginItem: Rule = (seen, word) =>
  (seen.begun += 1) > limits.jsonDepth ? scanSentences.depth : countValue(seen, word);

const rules: Record<string, Rule> = {
  'flow-seq-start': openBracket,
  'flow-map-start': openBracket,
  'flow-seq-end': closeBracket,
  'flow-map-end': closeBracket,
  'seq-item-ind': beginItem,
  'explicit-key-ind': (seen, word) =>
    (seen.explicitKeys += 1) > maxAliases
      ? `The file has more than ${maxAliases} explicit keys (marked with "?").`
      : beginItem(seen, word),
  newline: (seen) => {
    seen.begun = 0;
    seen.column = 0;
    seen.lines += 1;
    return seen.lines > maxLines && 'The file has too many lines.';
  },
  comment: (seen) => (seen.comments += 1) > maxComments && 'The file has too many comments.',
  space: (seen, word) => {
    if (seen.column === 0) seen.column = word.length;
  },
  alias: (seen) => (seen.aliases += 1) > maxAliases && scanSentences.aliases,
  anchor: (seen) =>
    (seen.anchors += 1) > maxAliases && `The file has more than ${maxAliases} anchors.`,
  scalar: countValue,
  'single-quoted-scalar': countValue,
  'double-quoted-scalar': countValue,
  tag: (_, word) => scanSentences.tag(word),
  'doc-start': (seen) => (seen.documents += 1) > 1 && scanSentences.document,
  // A document may begin with or without a start mark.
  'doc-end': (seen) => (seen.documents += 1) > 2 && scanSentences.document,
};

/** Tokens that the lexer inserts and that are not part of the text. */
const insertedTokens: readonly unknown[] = ['doc-mode', 'flow-error-end', 'scalar'];

/** Tokens that may precede the first content of a line. */
const leadingTokens: readonly unknown[] = ['space', 'newline', 'comment', 'byte-order-mark'];

/** Each level of indentation is a level of nesting, into which the parser recurses. */
const checkIndentation = (seen: ScanState, type: CST.TokenType): string | false => {
  if (seen.column === undefined || leadingTokens.includes(type)) return false;
  const { columns, column } = seen;
  seen.column = undefined;
  while (columns.length > 0 && (columns.at(-1) ?? 0) >= column) columns.pop();
  columns.push(column);
  return columns.length > limits.jsonDepth && scanSentences.depth;
};

const checkToken = (seen: ScanState, type: CST.TokenType, word: string): string | false | void =>
  checkIndentation(seen, type) || rules[type]?.(seen, word);

/**
 * The reason to reject a text before it is parsed, and its line. Parsing a hostile text could take
 * very long or overflow the stack; this is a single pass over its tokens.
 */
export const scanText = (text: string): { line: number; msg: string } | undefined => {
  const counts = { aliases: 0, anchors: 0, explicitKeys: 0, values: 0, documents: 0 };
  const more = { lines: 0, comments: 0 };
  const seen: ScanState = { open: 0, begun: 0, columns: [], column: 0, ...counts, ...more };
  let offset = 0;
  let isContent = false;
  for (const word of new Lexer().lex(text)) {
    // The content of a scalar follows its mark and is not a token here.
    const type: CST.TokenType | null = isContent ? null : CST.tokenType(word);
    const msg = type && checkToken(seen, type, word);
    if (msg) return { line: text.slice(0, offset).split('\n').length, msg };
    isContent = type === 'scalar';
    if (!insertedTokens.includes(type)) offset += word.length;
  }
  return undefined;
};
