import { CST, Lexer } from 'yaml';
import { limits } from '#lib/kernel/limits.ts';

/** More are no drawing but an attempt to fill the memory (security design, X4). */
export const mostAliases = 100;

/** Names and values: four times what the largest graph has. */
const mostValues = 250_000;

export const sentences = {
  depth: `The file is nested deeper than ${limits.jsonDepth} levels.`,
  aliases: `The file has more than ${mostAliases} aliases.`,
  tag: (tag: string) => `Tags such as ${tag} are not taken.`,
  document: 'A file holds one bot; a second document begins here.',
};

type Seen = {
  depth: number;
  /** Items and keys that begin inside of each other on one line. */
  begun: number;
  aliases: number;
  values: number;
  documents: number;
};

const opened = (seen: Seen) => (seen.depth += 1) > limits.jsonDepth && sentences.depth;

const closed = (seen: Seen) => {
  seen.depth -= 1;
};

const begun = (seen: Seen) => (seen.begun += 1) > limits.jsonDepth && sentences.depth;

const rules: Record<string, (seen: Seen, word: string) => string | false | void> = {
  'flow-seq-start': opened,
  'flow-map-start': opened,
  'flow-seq-end': closed,
  'flow-map-end': closed,
  'seq-item-ind': begun,
  'explicit-key-ind': begun,
  newline: (seen) => {
    seen.begun = 0;
  },
  alias: (seen) => (seen.aliases += 1) > mostAliases && sentences.aliases,
  scalar: (seen) => (seen.values += 1) > mostValues && 'The file has more values than any bot.',
  tag: (_, word) => sentences.tag(word),
  'doc-start': (seen) => (seen.documents += 1) > 1 && sentences.document,
};

/** What the lexer puts between the words of a text. */
const marks: readonly unknown[] = ['doc-mode', 'flow-error-end', 'scalar'];

/**
 * What a text is refused for before it is parsed, and where in it: parsing takes long, or all of
 * the stack, for what only a hostile text has. One pass over its words.
 */
export const scanText = (text: string): { offset: number; msg: string } | undefined => {
  const seen: Seen = { depth: 0, begun: 0, aliases: 0, values: 0, documents: 0 };
  let offset = 0;
  let isContent = false;
  for (const word of new Lexer().lex(text)) {
    // A scalar's content follows its mark, and means nothing here.
    const type: CST.TokenType | null = isContent ? null : CST.tokenType(word);
    const msg = type && rules[type]?.(seen, word);
    if (msg) return { offset, msg };
    isContent = type === 'scalar';
    if (!marks.includes(type)) offset += word.length;
  }
  return undefined;
};
