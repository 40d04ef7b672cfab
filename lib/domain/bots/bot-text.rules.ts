import {
  type Document,
  isScalar,
  LineCounter,
  parseAllDocuments,
  stringify,
  visit,
  type YAMLMap,
} from 'yaml';
import type * as z from 'zod';
import type { FileKind } from '#lib/kernel/file-kinds.ts';
import { limits } from '#lib/kernel/limits.ts';
import { badRequest, type Refusal } from '#lib/kernel/refusal.ts';
import { shorten, shortenPath } from '#lib/kernel/value-descriptions.ts';
import { botFile, type BotFile, botFileHint } from './bot-file.schema.ts';
import { maxAliases, scanSentences, scanText } from './bot-text-scan.rules.ts';
import { fileErrorMap, fileIssueText, filePathText } from './bot-text-messages.rules.ts';

/** Maximum length of a message: messages of the parser quote any amount of the file. */
const maxMessageLength = 1000;

/** A 400 refusal that lists problems with their lines: `Line 12: …`. */
const problemsRefusal = (
  problems: { line: number; msg: string; loc?: (string | number)[] }[],
): Refusal => {
  const detail = problems.map(({ line, msg, loc = [] }) => ({
    msg: `Line ${line}: ${shorten(msg, maxMessageLength)}`,
    loc: ['text', ...shortenPath(loc)],
  }));
  return badRequest(detail[0]?.msg ?? 'This file cannot be read.', { field: 'text', detail });
};

type ParsedText = { document: Document; lines: LineCounter };

const lineAt = (lines: LineCounter, offset: number): number => lines.linePos(offset).line;

/** The first repeated key of a map, compared as object keys are. */
const repeatedKey = ({ items }: YAMLMap) => {
  const seenNames = new Set<string>();
  for (const { key } of items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    if (seenNames.has(name)) return key;
    seenNames.add(name);
  }
  return undefined;
};

/** Rejects what the parser permits but we do not: tags, odd aliases, depth, special names. */
const refuseUnsafeYaml = ({ document, lines }: ParsedText): void => {
  let aliases = 0;
  const anchors = new Set<string | undefined>();
  const stop = (node: { range?: readonly number[] | null | undefined }, msg: string) => {
    throw problemsRefusal([{ line: lineAt(lines, node.range?.[0] ?? 0), msg }]);
  };
  visit(document, {
    Node: (_, node, path) => {
      if (path.length > 2 * limits.jsonDepth) {
        stop(node, scanSentences.depth);
      }
      if (node.tag !== undefined) stop(node, scanSentences.tag(node.tag));
      anchors.add(node.anchor);
    },
    Alias: (_, node) => {
      aliases += 1;
      if (aliases > maxAliases) stop(node, scanSentences.aliases);
      if (anchors.has(node.source)) return;
      const name = shorten(node.source);
      stop(node, `The alias *${name} has no anchor &${name} before it.`);
    },
    Map: (_, map) => {
      anchors.add(map.anchor);
      const duplicateKey = repeatedKey(map);
      if (duplicateKey) stop(duplicateKey, 'Map keys must be unique.');
    },
    Pair: (_, { key }) => {
      if (!isScalar(key)) stop(Object(key), 'A key must be a name, not a list or a group.');
      else if (String(key) === '__proto__') stop(key, 'Unknown field: __proto__');
    },
  });
};

/** A text may have an error at each character, and stack traces take longer than the parsing. */
const withoutTraces = <T>(callback: () => T): T => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return callback();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

const parse = (text: string): ParsedText => {
  const hostile = scanText(text);
  if (hostile) throw problemsRefusal([hostile]);
  const lines = new LineCounter();
  // Otherwise the parser compares each key with all others of its map.
  const lenientOptions = { uniqueKeys: false, prettyErrors: false, logLevel: 'error' } as const;
  const options = { schema: 'core', lineCounter: lines, ...lenientOptions } as const;
  const documents = withoutTraces(() => parseAllDocuments(text, options));
  const [document, secondDocument] = Array.isArray(documents) ? documents : [];
  if (!document) throw badRequest('The file is empty.', { field: 'text' });
  const [error] = document.errors;
  if (error)
    throw problemsRefusal([{ line: lineAt(lines, error.pos[0]), msg: `${error.message}.` }]);
  if (secondDocument) {
    const line = lineAt(lines, secondDocument.range?.[0] ?? 0);
    throw problemsRefusal([{ line, msg: scanSentences.document }]);
  }
  const parsedText = { document, lines };
  refuseUnsafeYaml(parsedText);
  return parsedText;
};

type Path = readonly (string | number)[];

const isText = (part: PropertyKey): part is string | number => typeof part !== 'symbol';

/** The line of the deepest part of the path that exists in the file. */
const lineOf = ({ document, lines }: ParsedText, path: Path): number => {
  for (let length = path.length; length > 0; length -= 1) {
    const node = Object(document.getIn(path.slice(0, length), true));
    if (Array.isArray(node.range)) return lineAt(lines, node.range[0]);
  }
  return 1;
};

const shapeRefusal = (parsedText: ParsedText, error: z.ZodError): Refusal =>
  problemsRefusal(
    error.issues
      .flatMap((issue) => {
        const path = issue.path.filter(isText);
        if (issue.code === 'unrecognized_keys') {
          const unknownPaths = issue.keys.map((key) => [...path, key]);
          return unknownPaths.map((loc) => ({ loc, msg: `Unknown field: ${filePathText(loc)}` }));
        }
        return { loc: path, msg: fileIssueText(issue) };
      })
      .slice(0, 50)
      .map((one) => ({ ...one, line: lineOf(parsedText, one.loc) })),
  );

/** Nested aliases multiply, so the parser expands only a limited number of them. */
const valueOf = ({ document }: ParsedText): unknown => {
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch {
    throw problemsRefusal([{ line: 1, msg: scanSentences.aliases }]);
  }
};

/** Rejects nodes or edges with the same id: arrows and the canvas could not distinguish them. */
const refuseDuplicateIds = (parsedText: ParsedText, { graph }: BotFile): void => {
  const twins = (['nodes', 'edges'] as const).flatMap((list) => {
    const seenIds = new Set<string>();
    return graph[list].flatMap(({ id }, index) => {
      const loc = ['graph', list, index, 'id'];
      const isTwin = seenIds.has(id);
      seenIds.add(id);
      const noun = list === 'nodes' ? 'node' : 'arrow';
      const msg = `Another ${noun} already has the id ${id}. Give this one a unique id.`;
      return isTwin ? [{ line: lineOf(parsedText, loc), loc, msg }] : [];
    });
  });
  if (twins.length > 0) throw problemsRefusal(twins.slice(0, 50));
};

const readParts = <T>(text: string, schema: z.ZodType<T>, hint: string) => {
  const parsedText = parse(text);
  const parsed = schema.safeParse(valueOf(parsedText), { error: fileErrorMap(hint) });
  if (!parsed.success) throw shapeRefusal(parsedText, parsed.error);
  return { parsedText, file: parsed.data };
};

/** A bot read from a file, and the line of each node. */
export type BotText = { file: BotFile; nodeLines: number[] };

/**
 * Reads a bot from the text of a file, JSON or YAML 1.2 (core schema, one document, no tags).
 * Throws 400 with the line of every problem.
 */
export const readBotText = (text: string): BotText => {
  const { parsedText, file } = readParts(text, botFile, botFileHint);
  refuseDuplicateIds(parsedText, file);
  const { nodes } = file.graph;
  const nodeLines = nodes.map((_, index) => lineOf(parsedText, ['graph', 'nodes', index]));
  return { file, nodeLines };
};

/** Reads another kind of file in the same way; `hint` is the error message for other files. */
export const readTextAs = <T>(text: string, schema: z.ZodType<T>, hint: string): T =>
  readParts(text, schema, hint).file;

/** Asynchronous `readBotText`, also used as the function that a worker thread runs. */
export const readBot = async (text: string): Promise<BotText> => readBotText(text);

const writers: Record<FileKind, (file: unknown) => string> = {
  json: (file) => `${JSON.stringify(file, null, 2)}\n`,
  yaml: (file) => stringify(file, { schema: 'core', lineWidth: 0, aliasDuplicateObjects: false }),
};

/** Writes the content of a file as text. */
export const writeText = (file: unknown, kind: FileKind): string => writers[kind](file);

export const writeBotText = (file: BotFile, kind: FileKind): string => writeText(file, kind);
