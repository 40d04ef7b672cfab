import type { Problem } from '#lib/domain/bots/bot.schema.ts';
import type { TableColumns } from '#lib/domain/inventory/table-columns.ts';
import type { GraphView } from '../graph.ts';
import { missingProblems, namesText } from './missing.ts';
import type { ReadText } from './texts.ts';

/** Returns the columns of a table; undefined if it is unknown, or not loaded, as in browsers. */
export type ColumnsOf = (table: string) => TableColumns | undefined;

/** The columns of a query's rows by name, with their types where those are certain. */
type Columns = ReadonlyMap<string, string | undefined>;

const comment = /--[^\n]*|\/\*[^]*?\*\//;
const text = /(?<text>e?'(?:[^']|'')*'|\$([a-z_]*)\$[^]*?\$\2\$)/;
const name = /"(?<quoted>(?:[^"]|"")*)"|(?<word>[a-z_][\w$]*)/;
const token = new RegExp(
  [comment, text, name, /(?<mark>::|\S)/].map(({ source }) => source).join('|'),
  'gi',
);

/** A `word` is in lower case, a `name` was quoted; of a `text` only the place matters. */
type Token = { kind: 'word' | 'name' | 'text' | 'mark'; value: string };

const tokensOf = (sql: string): Token[] =>
  [...sql.matchAll(token)].flatMap(({ groups = {} }): Token[] => {
    const { text, quoted, word, mark } = groups;
    if (text !== undefined) return [{ kind: 'text', value: '' }];
    if (quoted !== undefined) return [{ kind: 'name', value: quoted.replaceAll('""', '"') }];
    if (word !== undefined) return [{ kind: 'word', value: word.toLowerCase() }];
    return mark === undefined ? [] : [{ kind: 'mark', value: mark }];
  });

const isMark = (one: Token | undefined, value: string): boolean =>
  one?.kind === 'mark' && one.value === value;
const isWord = (one: Token | undefined, ...values: string[]): boolean =>
  one?.kind === 'word' && values.includes(one.value);
const isName = (one: Token | undefined): one is Token =>
  one?.kind === 'word' || one?.kind === 'name';

/** The tokens of a statement outside of parentheses, each with its index. */
const topLevelTokens = (tokens: readonly Token[]): [Token, number][] => {
  let depth = 0;
  return tokens.flatMap((one, at): [Token, number][] => {
    if (isMark(one, '(') || isMark(one, '[')) depth += 1;
    const isOutside = depth === 0;
    if (isMark(one, ')') || isMark(one, ']')) depth -= 1;
    return isOutside ? [[one, at]] : [];
  });
};

const clauseWords = [
  'from',
  'where',
  'group',
  'having',
  'order',
  'limit',
  'union',
  'except',
] as const;
const laterClauseWords = ['intersect', 'window', 'offset', 'fetch', 'for'] as const;

/** The items of the SELECT list; undefined where the statement is not a plain SELECT. */
const itemsOf = (tokens: readonly Token[]): Token[][] | undefined => {
  const [first, second] = tokens;
  if (!isWord(first, 'select') || isWord(second, 'distinct', 'all')) return undefined;
  const topLevel = topLevelTokens(tokens);
  const endIndex = topLevel.find(
    ([one, at]) => at > 0 && isWord(one, ...clauseWords, ...laterClauseWords),
  )?.[1];
  const end = endIndex ?? tokens.length;
  const commas = topLevel.flatMap(([one, at]) => (isMark(one, ',') && at < end ? [at] : []));
  const starts = [1, ...commas.map((at) => at + 1)];
  return starts.map((at, index) => tokens.slice(at, commas[index] ?? end));
};

/** The tables after FROM and JOIN; undefined where rows come from any other source. */
const tablesIn = (tokens: readonly Token[]): string[] | undefined => {
  const topLevel = topLevelTokens(tokens);
  const hasComma = topLevel.some(([one, at]) => {
    const from = topLevel.find(([found]) => isWord(found, 'from'))?.[1];
    return from !== undefined && at > from && isMark(one, ',');
  });
  const hasSets = topLevel.some(([one]) => isWord(one, 'union', 'except', 'intersect'));
  if (hasComma || hasSets) return undefined;
  const tableTokens = topLevel.flatMap(([one, at]) =>
    isWord(one, 'from', 'join') ? [tokens[at + 1], tokens[at + 2]] : [],
  );
  const tables = tableTokens.filter((_, index) => index % 2 === 0);
  const isPlain =
    tables.every(isName) && !tableTokens.some((one) => isMark(one, '.') || isMark(one, '('));
  return isPlain ? tables.map((one) => one?.value ?? '') : undefined;
};

/** The columns of the only table that is read; undefined for several or unknown tables. */
const columnsIn = (
  tables: readonly string[] | undefined,
  columnsOf: ColumnsOf,
): TableColumns | undefined => (tables?.length === 1 ? columnsOf(tables[0] ?? '') : undefined);

type Item = { name: string; type?: string | undefined };

/** The column that an item of the list becomes; undefined where only Postgres knows its name. */
const columnOf = (
  item: readonly Token[],
  columnTypes: TableColumns | undefined,
): Item | undefined => {
  const [last, previous] = [item.at(-1), item.at(-2)];
  if (!isName(last)) return undefined;
  if (isWord(previous, 'as')) {
    const isColumn = item.length === 3 && isName(item[0]);
    return { name: last.value, type: isColumn ? columnTypes?.[item[0]?.value ?? ''] : undefined };
  }
  const isColumn = item.length === 1 || (item.length === 3 && isMark(previous, '.'));
  return isColumn ? { name: last.value, type: columnTypes?.[last.value] } : undefined;
};

/** The columns of a SELECT's rows; undefined where they cannot be told from its text alone. */
const resultColumns = (sql: string, columnsOf: ColumnsOf): Columns | undefined => {
  const tokens = tokensOf(sql);
  const items = itemsOf(tokens);
  if (!items) return undefined;
  const columnTypes = columnsIn(tablesIn(tokens), columnsOf);
  const columns = new Map<string, string | undefined>();
  for (const item of items) {
    const isAll = item.length === 1 && isMark(item[0], '*');
    if (isAll && !columnTypes) return undefined;
    const found = isAll
      ? Object.entries(columnTypes ?? {}).map(([name, type]): Item => ({ name, type }))
      : [columnOf(item, columnTypes)];
    for (const one of found) {
      if (!one) return undefined;
      columns.set(one.name, one.type);
    }
  }
  return columns;
};

/** What is wrong with a path into the rows of a query; undefined where it is valid. */
const pathProblem = (
  [column, member]: readonly string[],
  columns: Columns,
  name: string,
): string | undefined => {
  if (column === undefined) return undefined;
  if (!columns.has(column)) {
    const names = namesText([...columns.keys()]);
    return `the rows of "${name}" have no column "${column}": they have ${names}.`;
  }
  const type = columns.get(column);
  if (member === undefined || type === undefined || type === 'jsonb') return undefined;
  return `the column "${column}" of "${name}" is ${type}: it has no field "${member}".`;
};

/** Problems of expressions that read columns or fields which the rows of a query do not have. */
export const columnProblems = (
  { nodes }: GraphView,
  readText: ReadText,
  columnsOf: ColumnsOf,
): Problem[] => {
  const answers = new Map<string, Columns>();
  for (const { type, name, settings } of nodes) {
    const { sql } = settings;
    if (type !== 'steampipe_query' || typeof sql !== 'string') continue;
    const columns = resultColumns(sql, columnsOf);
    if (columns) answers.set(name, columns);
  }
  if (answers.size === 0) return [];
  return missingProblems(nodes, readText, (name, [field, ...path]) => {
    const columns = field === 'rows' ? answers.get(name) : undefined;
    return columns && pathProblem(path, columns, name);
  });
};
