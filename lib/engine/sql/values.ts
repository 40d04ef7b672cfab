import { type QueryOptions, types } from '@electric-sql/pglite';

/** What Postgres says of a name that it does not take. */
const invalidName = '42602';

/** A name that nothing could be read by, as objects of JavaScript mean something else by it. */
const impossible = '__proto__';

/**
 * The names of columns, each once: of several of one name the second is `name_2`. Steampipe's own
 * tables share names, so that `select *` over two of them is usual.
 */
export const columnsOf = (names: readonly string[]): string[] => {
  if (names.includes(impossible)) {
    const message = `A column cannot be called "${impossible}". Name it otherwise with AS`;
    throw Object.assign(new Error(message), { code: invalidName });
  }
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    let [free, count] = [name, 1];
    while (seen.has(free) || (count > 1 && taken.has(free))) free = `${name}_${(count += 1)}`;
    seen.add(free);
    return free;
  });
};

/**
 * A time as this Postgres writes it, in UTC, in ISO 8601 to the millisecond; what is no such time,
 * as infinity or a day before Christ, stays as it is written.
 */
const time = (text: string): string => {
  const [, day, clock = '00:00:00'] =
    /^(\d{4}-\d\d-\d\d)(?: ([\d:.]+)(?:\+00)?)?$/.exec(text) ?? [];
  return day === undefined ? text : new Date(`${day}T${clock}Z`).toISOString();
};

/** How rows are asked for: columns in their order, as two may have one name. */
export const inRows: QueryOptions = { rowMode: 'array' };

/** How values are read that the rest of Postgres' types are not read rightly by. */
export const readers = {
  [types.DATE]: time,
  [types.TIMESTAMP]: time,
  [types.TIMESTAMPTZ]: time,
};

/** Numbers that JSON has not are texts, as in Postgres' own JSON; bytes are hexadecimal. */
const asJson = (_name: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
};

/** Rows as a list of objects in JSON. */
export const jsonOf = (
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))),
    asJson,
  );
