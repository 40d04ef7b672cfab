import { type QueryOptions, types } from '@electric-sql/pglite';

/** The SQLSTATE of an invalid name. */
const invalidName = '42602';

/** A column name that cannot be a key of a JavaScript object. */
const forbiddenColumn = '__proto__';

/**
 * Unique column names: of several equal ones the second becomes `name_2`. Steampipe's tables share
 * column names, so `select *` from two of them is common. Throws for an impossible name.
 */
export const columnsOf = (names: readonly string[]): string[] => {
  if (names.includes(forbiddenColumn)) {
    const message = `A column cannot be called "${forbiddenColumn}". Give it another name with AS`;
    throw Object.assign(new Error(message), { code: invalidName });
  }
  const originalNames = new Set(names);
  const usedNames = new Set<string>();
  return names.map((name) => {
    let [candidate, count] = [name, 1];
    while (usedNames.has(candidate) || (count > 1 && originalNames.has(candidate)))
      candidate = `${name}_${(count += 1)}`;
    usedNames.add(candidate);
    return candidate;
  });
};

/**
 * A UTC time of Postgres in ISO 8601 with milliseconds; other values, such as infinity or a date
 * before Christ, are returned unchanged.
 */
const toIsoTime = (text: string): string => {
  const [, day, clock = '00:00:00'] =
    /^(\d{4}-\d\d-\d\d)(?: ([\d:.]+)(?:\+00)?)?$/.exec(text) ?? [];
  return day === undefined ? text : new Date(`${day}T${clock}Z`).toISOString();
};

/** Rows are returned as arrays, since two columns may have the same name. */
export const inRows: QueryOptions = { rowMode: 'array' };

/** Parsers of types whose default parsers do not fit. */
export const readers = {
  [types.DATE]: toIsoTime,
  [types.TIMESTAMP]: toIsoTime,
  [types.TIMESTAMPTZ]: toIsoTime,
};

/** Numbers that JSON lacks become texts, as in Postgres's own JSON; bytes become hexadecimal. */
const asJson = (_name: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
};

/** Rows as a JSON list of objects. */
export const jsonOf = (columns: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))),
    asJson,
  );
