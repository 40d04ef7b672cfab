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
  bracketDepth: number;
  /** Number of nested items and keys that begin on this line. */
  lineDepth: number;
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

type Rule = (state: ScanState, token: string) => string | false | void;

/** Counts names, values, lists and groups; a bot with more than the limit could not be saved. */
const countValue: Rule = (state) =>
  (state.values += 1) > limits.jsonValues && 'The file has too many values.';

const openBracket: Rule = (state, token) =>
  (state.bracketDepth += 1) > limits.jsonDepth ? scanSentences.depth : countValue(state, token);

const closeBracket: Rule = (state, token) =>
  (state.bracketDepth -= 1) < 0 && `This ${token} has no matching opening bracket.`;

const beginItem: Rule = (state, token) =>
  (state.lineDepth += 1) > limits.jsonDepth ? scanSentences.depth : countValue(state, token);

const rules: Record<string, Rule> = {
  'flow-seq-start': openBracket,
  'flow-map-start': openBracket,
  'flow-seq-end': closeBracket,
  'flow-map-end': closeBracket,
  'seq-item-ind': beginItem,
  'explicit-key-ind': (state, token) =>
    (state.explicitKeys += 1) > maxAliases
      ? `The file has more than ${maxAliases} explicit keys (marked with "?").`
      : beginItem(state, token),
  newline: (state) => {
    state.lineDepth = 0;
    state.column = 0;
    state.lines += 1;
    return state.lines > maxLines && 'The file has too many lines.';
  },
  comment: (state) => (state.comments += 1) > maxComments && 'The file has too many comments.',
  space: (state, token) => {
    if (state.column === 0) state.column = token.length;
  },
  alias: (state) => (state.aliases += 1) > maxAliases && scanSentences.aliases,
  anchor: (state) =>
    (state.anchors += 1) > maxAliases && `The file has more than ${maxAliases} anchors.`,
  scalar: countValue,
  'single-quoted-scalar': countValue,
  'double-quoted-scalar': countValue,
  tag: (_, token) => scanSentences.tag(token),
  'doc-start': (state) => (state.documents += 1) > 1 && scanSentences.document,
  // A document may begin with or without a start mark.
  'doc-end': (state) => (state.documents += 1) > 2 && scanSentences.document,
};

/** Tokens that the lexer inserts and that are not part of the text. */
const insertedTokens: readonly unknown[] = ['doc-mode', 'flow-error-end', 'scalar'];

/** Tokens that may precede the first content of a line. */
const leadingTokens: readonly unknown[] = ['space', 'newline', 'comment', 'byte-order-mark'];

/** Each level of indentation is a level of nesting, into which the parser recurses. */
const checkIndentation = (state: ScanState, type: CST.TokenType): string | false => {
  if (state.column === undefined || leadingTokens.includes(type)) return false;
  const { columns, column } = state;
  state.column = undefined;
  while (columns.length > 0 && (columns.at(-1) ?? 0) >= column) columns.pop();
  columns.push(column);
  return columns.length > limits.jsonDepth && scanSentences.depth;
};

const checkToken = (state: ScanState, type: CST.TokenType, token: string): string | false | void =>
  checkIndentation(state, type) || rules[type]?.(state, token);

/**
 * The reason to reject a text before it is parsed, and its line. Parsing a hostile text could take
 * very long or overflow the stack; this is a single pass over its tokens.
 */
export const scanText = (text: string): { line: number; msg: string } | undefined => {
  const counts = { aliases: 0, anchors: 0, explicitKeys: 0, values: 0, documents: 0 };
  const lineCounts = { lines: 0, comments: 0 };
  const state: ScanState = {
    bracketDepth: 0,
    lineDepth: 0,
    columns: [],
    column: 0,
    ...counts,
    ...lineCounts,
  };
  let offset = 0;
  let isContent = false;
  for (const token of new Lexer().lex(text)) {
    // The content of a scalar follows its mark and is not a token here.
    const type: CST.TokenType | null = isContent ? null : CST.tokenType(token);
    const msg = type && checkToken(state, type, token);
    if (msg) return { line: text.slice(0, offset).split('\n').length, msg };
    isContent = type === 'scalar';
    if (!insertedTokens.includes(type)) offset += token.length;
  }
  return undefined;
};
