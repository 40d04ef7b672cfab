import type { Client, CustomTypesConfig, QueryConfig } from 'pg';
import { hasExactNumbers, parseNumericText } from '#lib/kernel/exact-number.ts';
import { measureJson } from '#lib/kernel/json.ts';
import { limits } from '#lib/kernel/limits.ts';
import { excessiveRightsOf } from './database-user.ts';

/** One read-only statement, and its values for $1, $2. */
export type DatabaseQuery = {
  sql: string;
  values: readonly (string | null)[];
  maxRows: number;
  /** The time limit for the whole query, in milliseconds. */
  timeoutMs: number;
};

export type DatabaseRows = {
  rows: Record<string, unknown>[];
  /** Whether there are more, or larger, rows than are kept. */
  truncated: boolean;
};

/** The most characters of all rows that are kept, in Postgres's text format. */
const maxCharacters = 1024 * 1024;

/** The most cells of all rows that are kept: even an empty cell takes memory. */
const maxCells = limits.jsonValues;

const rowsAtOnce = 100;

/** Begins a read-only transaction for any user, with the same date formats for every server. */
const beginTransactionSql = (timeoutMs: number): string =>
  [
    'begin transaction isolation level repeatable read read only',
    `set local statement_timeout to ${timeoutMs}`,
    `set local lock_timeout to ${timeoutMs}`,
    "set local timezone to 'UTC'",
    "set local datestyle to 'ISO'",
    "set local intervalstyle to 'iso_8601'",
    "set local bytea_output to 'hex'",
  ].join('; ');

type Read = (text: string) => unknown;

const asNumber = (text: string): unknown => {
  const number = parseNumericText(text);
  return number !== undefined && hasExactNumbers(number) ? number : text;
};

const asJson = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  return hasExactNumbers(value) ? value : text;
};

/**
 * Parses JSON and lists as long as all of them together stay within the limit for JSON values; a
 * cell beyond it, nested too deeply or invalid stays a text.
 */
const createBoundedReader = () => {
  let remainingValues: number = limits.jsonValues;
  return (parse: Read): Read =>
    (text) => {
      const { values, excessReason } = measureJson(text, remainingValues);
      if (excessReason) return text;
      remainingValues -= values;
      try {
        return parse(text);
      } catch {
        return text;
      }
    };
};

/** `2026-03-01 10:00:00+00` */
const asTime = (text: string): string => text.replace(' ', 'T').replace(/\+00(:00)?$/, 'Z');

/** How types of Postgres are parsed, by their OIDs; values of all other types stay texts. */
const readers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  20: asNumber,
  21: asNumber,
  23: asNumber,
  26: asNumber,
  700: asNumber,
  701: asNumber,
  1114: asTime,
  1184: asTime,
  1700: asNumber,
};

/** `json` and `jsonb`. */
const documents: ReadonlySet<number> = new Set([114, 3802]);

/** Lists of texts, ids and whole numbers, which the client library can parse. */
const lists: ReadonlySet<number> = new Set([1000, 1005, 1007, 1009, 1015, 2951]);

const rawTextTypes = {
  getTypeParser: () => (text: string) => text,
} as unknown as CustomTypesConfig;

type Column = { name: string; parse: Read };

/** Gives columns of the same name different names: `id`, `id_2`. */
const columnsOf = async (fields: readonly { name: string; dataTypeID: number }[]) => {
  const { default: pg } = await import('pg');
  const nameCounts = new Map<string, number>();
  const bounded = createBoundedReader();
  const readerOf = (type: number): Read => {
    if (documents.has(type)) return bounded(asJson);
    if (lists.has(type)) return bounded(pg.types.getTypeParser(type, 'text'));
    return readers[type] ?? ((text) => text);
  };
  return fields.map(({ name, dataTypeID }): Column => {
    const count = (nameCounts.get(name) ?? 0) + 1;
    nameCounts.set(name, count);
    return { name: count === 1 ? name : `${name}_${count}`, parse: readerOf(dataTypeID) };
  });
};

type Texts = (string | null)[];

const characterCountOf = (row: Texts): number =>
  row.reduce((letters, text) => letters + (text?.length ?? 4), 0);

/** The extended protocol allows only one statement, even without values; pg's types lack it. */
const asSingleStatement = (query: QueryConfig): QueryConfig & { queryMode: 'extended' } => ({
  ...query,
  queryMode: 'extended',
});

/**
 * Reads the rows of one statement, through a cursor and in a read-only transaction. Postgres itself
 * rejects a second statement and any write; a user who could act from inside such a transaction is
 * rejected here.
 *
 * So an attempt without an answer, because the process or the connection ended, can safely be
 * repeated: it changed nothing in the database, and it ends with its connection.
 */
export const readRows = async (
  client: Client,
  query: DatabaseQuery,
): Promise<DatabaseRows | { tooMighty: string }> => {
  const { sql, values, maxRows, timeoutMs } = query;
  await client.query(beginTransactionSql(timeoutMs));
  const problem = await excessiveRightsOf(client);
  if (problem !== undefined) return { tooMighty: problem };
  const text = `declare wanted no scroll cursor for ${sql}`;
  await client.query(asSingleStatement({ text, values: [...values] }));
  const rows: Record<string, unknown>[] = [];
  let columns: Column[] | undefined;
  let [characterCount, cellCount] = [0, 0];
  for (;;) {
    const next = { text: `fetch ${rowsAtOnce} from wanted`, rowMode: 'array' as const };
    const found = await client.query<Texts>({ ...next, types: rawTextTypes });
    columns ??= await columnsOf(found.fields);
    for (const row of found.rows) {
      characterCount += characterCountOf(row);
      cellCount += row.length;
      const isFull = characterCount > maxCharacters || cellCount > maxCells;
      if (rows.length === maxRows || isFull) return { rows, truncated: true };
      const entries = columns.map(({ name, parse }, at) => {
        const cell = row[at] ?? null;
        return [name, cell === null ? null : parse(cell)] as const;
      });
      rows.push(Object.fromEntries(entries));
    }
    if (found.rows.length < rowsAtOnce) return { rows, truncated: false };
  }
};
