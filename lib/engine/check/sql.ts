import type { ActionOf } from '#lib/domain/actions/definition.schema.ts';
import { placeholdersIn } from '#lib/domain/integrations/call.rules.ts';
import { limits } from '#lib/kernel/limits.ts';
import { isTemplate } from '../expression/template.ts';
import { stripSqlTexts } from './strip-sql.ts';

/** Why SQL is not sent to any database, nor checked any further here; undefined where it is fit. */
const unfitSqlReason = (sql: string): string | undefined => {
  if (sql.length > limits.sqlLength) {
    return `The SQL can have at most ${limits.sqlLength} characters; it has ${sql.length}.`;
  }
  return sql.includes('\0') ? 'Remove the NUL character: SQL cannot contain one.' : undefined;
};

/** Problems of SQL that are visible without a database; Postgres reports the rest. */
export const checkSql = (sql: unknown): string | undefined => {
  const text = typeof sql === 'string' ? sql : '';
  const unfit = unfitSqlReason(text);
  if (unfit !== undefined) return unfit;
  const marks = stripSqlTexts(text)?.trim();
  if (marks === undefined) return 'A text, a quoted name or a comment is not closed. Close it.';
  if (marks === '') return 'Write a query.';
  if (!/^[\s(]*(select|with|values|table)\b/i.test(marks)) {
    return 'A query only reads: begin it with SELECT or WITH.';
  }
  return /;\s*[^\s;]/.test(marks) ? 'Write only one statement.' : undefined;
};

/** The numbers of the values that SQL reads: `$2` is 2. */
const valuesRead = (sql: unknown): number[] =>
  [...(stripSqlTexts(String(sql)) ?? '').matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));

/** Each given value must be read, and each value that is read must be given. */
export const checkSqlValues = (
  values: unknown,
  { sql }: Readonly<Record<string, unknown>>,
): string | undefined => {
  // A problem of the SQL is reported at that field; then the values that it reads are unknown.
  if (checkSql(sql) !== undefined) return undefined;
  const valueCount = Array.isArray(values) ? values.length : 0;
  const readNumbers = new Set(valuesRead(sql));
  const missing = [...readNumbers].find((number) => number < 1 || number > valueCount);
  if (missing !== undefined) return `The SQL reads $${missing}, which has no value here.`;
  const unread = Array.from({ length: valueCount }, (_, at) => at + 1).find(
    (one) => !readNumbers.has(one),
  );
  return unread === undefined ? undefined : `The SQL does not read $${unread}. Remove the value.`;
};

/** A template as other products write it (`{{ name }}`); `{{1,2},{3,4}}` is a Postgres array. */
const foreignTemplate = /\{\{\s*[$a-z_][\w$.[\]]*\s*\}\}/i;

/** SQL of an action must be fixed, so that no data of a run can become part of it. */
export const checkActionSql = (
  { call }: Pick<ActionOf<'sql'>, 'call'>,
  input: Readonly<Record<string, unknown>>,
): string | undefined => {
  const valueOf = (text: string): unknown => input[placeholdersIn(text)[0] ?? ''];
  const [sql, values] = [valueOf(call.sql), valueOf(call.values)];
  const text = typeof sql === 'string' && unfitSqlReason(sql) === undefined ? sql : '';
  if (isTemplate(text) || foreignTemplate.test(text)) {
    return 'Write the SQL without expressions: read the values that you enter as $1, $2.';
  }
  // An expression may yield any number of values.
  const isKnown = values === undefined || Array.isArray(values);
  return checkSql(sql) ?? (isKnown ? checkSqlValues(values, { sql }) : undefined);
};
