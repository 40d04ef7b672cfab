import type { ActionOf } from '#lib/domain/actions/definition.schema.ts';
import { fieldsIn } from '#lib/domain/integrations/call.rules.ts';
import { isTemplate } from '../expression/template.ts';

/** Texts, quoted names and comments, in which no mark of SQL counts. */
const asides =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|\$([a-z_]*)\$[^]*?\$\1\$/gi;

const marksOf = (sql: unknown): string =>
  typeof sql === 'string' ? sql.replaceAll(asides, ' ').trim() : '';

/** In such a text a backslash may hide the quotation mark that seems to end it. */
const hasEscapes = (sql: unknown): boolean => typeof sql === 'string' && /\be'/i.test(sql);

/** What is seen of SQL without a database; Postgres says the rest. */
export const fixedSql = (sql: unknown): string | undefined => {
  const marks = marksOf(sql);
  if (marks === '') return 'Write a query.';
  if (!/^[\s(]*(select|with|values|table)\b/i.test(marks)) {
    return 'A query only reads: begin it with SELECT or WITH.';
  }
  const hasSeveral = !hasEscapes(sql) && /;\s*[^\s;]/.test(marks);
  return hasSeveral ? 'Write one statement: these are several.' : undefined;
};

/** The numbers of the values that SQL reads: `$2` is 2. */
const valuesRead = (sql: unknown): number[] =>
  [...marksOf(sql).matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));

/** Each value is read, and each that is read is there. */
export const fixedValues = (
  values: unknown,
  { sql }: Readonly<Record<string, unknown>>,
): string | undefined => {
  const given = Array.isArray(values) ? values.length : 0;
  const read = new Set(valuesRead(sql));
  const missing = [...read].find((number) => number < 1 || number > given);
  if (missing !== undefined) return `The SQL reads $${missing}, which has no value here.`;
  const unread = Array.from({ length: given }, (_, at) => at + 1).find((one) => !read.has(one));
  return unread === undefined ? undefined : `The SQL does not read $${unread}. Remove the value.`;
};

/** `{{ name }}`, as other products write it; `{{1,2},{3,4}}` is an array of Postgres. */
const foreignTemplate = /\{\{\s*[$a-z_][\w$.[\]]*\s*\}\}/i;

/** SQL of a node's action stands as it is, so that nothing that a run brings becomes part of it. */
export const boundSql = (
  { call }: Pick<ActionOf<'sql'>, 'call'>,
  given: Readonly<Record<string, unknown>>,
): string | undefined => {
  const valueOf = (text: string): unknown => given[fieldsIn(text)[0] ?? ''];
  const [sql, values] = [valueOf(call.sql), valueOf(call.values)];
  if (typeof sql === 'string' && (isTemplate(sql) || foreignTemplate.test(sql))) {
    return 'Write the SQL without expressions: it reads what you give as values, as $1, $2.';
  }
  // An expression may bring any number of values.
  const isKnown = values === undefined || Array.isArray(values);
  return fixedSql(sql) ?? (isKnown ? fixedValues(values, { sql }) : undefined);
};
