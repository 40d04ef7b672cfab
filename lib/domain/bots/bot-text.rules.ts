import {
  CST,
  isScalar,
  Lexer,
  LineCounter,
  parseAllDocuments,
  stringify,
  visit,
  type Document,
  type YAMLMap,
} from 'yaml';
import type * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import { badRequest, type Refusal } from '#lib/kernel/refusal.ts';
import { botFile, type BotFile, type FileKind } from './bot-file.schema.ts';

/** More are no drawing but an attempt to fill the memory (security design, X4). */
const mostAliases = 100;

/** Names and values: four times what the largest graph has. */
const mostValues = 250_000;

const sentences = {
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
const scanText = (text: string): { offset: number; msg: string } | undefined => {
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

/** Refuses the text and says where: `Line 12: …`. */
const refuse = (problems: { line: number; msg: string; loc?: (string | number)[] }[]): Refusal => {
  const detail = problems.map(({ line, msg, loc = [] }) => ({
    msg: `Line ${line}: ${msg}`,
    loc: ['text', ...loc],
  }));
  return badRequest(detail[0]?.msg ?? 'This file is not understood.', { field: 'text', detail });
};

type Read = { document: Document; lines: LineCounter };

const lineAt = (lines: LineCounter, offset: number): number => lines.linePos(offset).line;

/** The first key that a map has for the second time, as the object that it becomes would. */
const repeatedKey = ({ items }: YAMLMap) => {
  const known = new Set<string>();
  for (const { key } of items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    if (known.has(name)) return key;
    known.add(name);
  }
  return undefined;
};

/** What the parser lets through and we do not: tags, many aliases, depth, names with a meaning. */
const refuseTricks = ({ document, lines }: Read): void => {
  let aliases = 0;
  const stop = (node: { range?: readonly number[] | null | undefined }, msg: string) => {
    throw refuse([{ line: lineAt(lines, node.range?.[0] ?? 0), msg }]);
  };
  visit(document, {
    Node: (_, node, path) => {
      if (path.length > 2 * limits.jsonDepth) {
        stop(node, sentences.depth);
      }
      if (node.tag !== undefined) stop(node, sentences.tag(node.tag));
    },
    Alias: (_, node) => {
      aliases += 1;
      if (aliases > mostAliases) stop(node, sentences.aliases);
    },
    Map: (_, map) => {
      const again = repeatedKey(map);
      if (again) stop(again, 'Map keys must be unique.');
    },
    Pair: (_, { key }) => {
      if (String(key) === '__proto__') stop(Object(key), 'Unknown field: __proto__');
    },
  });
};

const parse = (text: string): Read => {
  const hostile = scanText(text);
  if (hostile) {
    const line = text.slice(0, hostile.offset).split('\n').length;
    throw refuse([{ line, msg: hostile.msg }]);
  }
  const lines = new LineCounter();
  // The parser would compare each key with all the others of its map.
  const unchecked = { uniqueKeys: false, prettyErrors: false };
  const options = { schema: 'core', lineCounter: lines, ...unchecked } as const;
  const documents = parseAllDocuments(text, options);
  const [document, more] = Array.isArray(documents) ? documents : [];
  if (!document) throw badRequest('The file is empty.', { field: 'text' });
  const [error] = document.errors;
  if (error) throw refuse([{ line: lineAt(lines, error.pos[0]), msg: `${error.message}.` }]);
  if (more) {
    const line = lineAt(lines, more.range?.[0] ?? 0);
    throw refuse([{ line, msg: sentences.document }]);
  }
  const read = { document, lines };
  refuseTricks(read);
  return read;
};

const isText = (part: PropertyKey): part is string | number => typeof part !== 'symbol';

/** The line of the deepest part of the path that the file has. */
const lineOf = ({ document, lines }: Read, path: readonly (string | number)[]): number => {
  for (let length = path.length; length > 0; length -= 1) {
    const node = Object(document.getIn(path.slice(0, length), true));
    if (Array.isArray(node.range)) return lineAt(lines, node.range[0]);
  }
  return 1;
};

const refuseShape = (read: Read, error: z.ZodError): Refusal =>
  refuse(
    error.issues
      .flatMap((issue) => {
        const path = issue.path.filter(isText);
        if (issue.code === 'unrecognized_keys') {
          const unknown = issue.keys.map((key) => [...path, key]);
          return unknown.map((loc) => ({ loc, msg: `Unknown field: ${loc.join('.')}` }));
        }
        const place = path.join('.');
        const { message } = issue;
        return { loc: path, msg: message.includes(place) ? message : `${place}: ${message}` };
      })
      .slice(0, 50)
      .map((one) => ({ ...one, line: lineOf(read, one.loc) })),
  );

/** The parser counts what the aliases of aliases come to. */
const valueOf = ({ document }: Read): unknown => {
  try {
    return document.toJS({ maxAliasCount: mostAliases });
  } catch {
    throw refuse([{ line: 1, msg: sentences.aliases }]);
  }
};

/**
 * Reads a bot from the text of a file, JSON or YAML 1.2 (core schema, one document, no tags).
 * Refuses with 400 and the line of every problem.
 */
export const readBotText = (text: string): BotFile => {
  const read = parse(text);
  const parsed = botFile.safeParse(valueOf(read));
  if (!parsed.success) throw refuseShape(read, parsed.error);
  return parsed.data;
};

const writers: Record<FileKind, (file: BotFile) => string> = {
  json: (file) => `${JSON.stringify(file, null, 2)}\n`,
  yaml: (file) => stringify(file, { schema: 'core', lineWidth: 0, aliasDuplicateObjects: false }),
};

export const writeBotText = (file: BotFile, kind: FileKind): string => writers[kind](file);
