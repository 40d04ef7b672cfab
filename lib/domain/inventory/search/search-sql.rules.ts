import {
  accountColumns,
  idColumns,
  idPatterns,
  nameColumns,
  pluralOf,
  regionColumns,
} from '../resources/resource.rules.ts';
import type { ResourceColumn } from '../resources/resource.schema.ts';
import { type ColumnKind, columnKind, opposites } from './query.rules.ts';
import type { Operator, Rule, RuleValue, SearchQuery } from './query.schema.ts';

const quoteColumn = (column: string): string => `"${column}"`;

/** An SQL text literal. SQL in nodes takes no expressions, so the start of one, `{%`, is split. */
const literal = (value: unknown): string => {
  const text = `'${String(value).replaceAll("'", "''").replaceAll('{%', "{' || '%")}'`;
  return text.includes("{' || '%") ? `(${text})` : text;
};

const lowerLiteral = (value: unknown): string => literal(String(value).toLowerCase());

/** Conditions on a lower-case text. */
const texts: Partial<Record<Operator, (text: string, value: RuleValue) => string>> = {
  is: (text, value) => `${text} = ${lowerLiteral(value)}`,
  contains: (text, value) => `strpos(${text}, ${lowerLiteral(value)}) > 0`,
  starts_with: (text, value) => `starts_with(${text}, ${lowerLiteral(value)})`,
  // Postgres counts characters, some of which are two UTF-16 units in JavaScript.
  ends_with: (text, value) =>
    `right(${text}, ${Array.from(String(value).toLowerCase()).length}) = ${lowerLiteral(value)}`,
  is_one_of: (text, value) =>
    `${text} in (${[value]
      .flat()
      .map((one) => lowerLiteral(one))
      .join(', ')})`,
};

const signs: Partial<Record<Operator, string>> = {
  is: '=',
  more_than: '>',
  at_least: '>=',
  less_than: '<',
  at_most: '<=',
  before: '<',
  after: '>',
};

const timeOf = (value: RuleValue): string =>
  `timestamptz ${literal(new Date(String(value)).toISOString())}`;

/** All ways to split a path into names, since a name may itself contain dots. */
const pathSplitsOf = (names: readonly string[]): string[][] =>
  names.length === 0
    ? [[]]
    : names.flatMap((_, last) => {
        const name = names.slice(0, last + 1).join('.');
        return pathSplitsOf(names.slice(last + 1)).map((rest) => [name, ...rest]);
      });

/** Postgres enters lists automatically; names are quoted as in JSON. */
const jsonPaths = (path: string): string =>
  pathSplitsOf(path.split('.'))
    .map((names) => `$${names.map((name) => `.${JSON.stringify(name)}`).join('')}[*]`)
    .map(literal)
    .join(', ');

const emptyJson = `('null', '""', '[]', '{}')`;

/** A condition on one value inside JSON. */
const jsonValueCondition = (operator: Operator, value: RuleValue): string => {
  if (operator === 'has_key') return `jsonb_typeof(v) = 'object' and v ? ${literal(value)}`;
  if (operator === 'is_empty') return `v not in ${emptyJson}`;
  const onText = texts[operator]?.("lower(v #>> '{}')", value);
  if (onText) return onText;
  const number = `case when v #>> '{}' ~ '^-?[0-9]+([.][0-9]+)?$' then (v #>> '{}')::numeric end`;
  return `${number} ${signs[operator]} ${String(value)}`;
};

const jsonCondition = (
  column: string,
  path: string | undefined,
  operator: Operator,
  value: RuleValue,
) => {
  if (path === undefined && operator === 'contains') {
    return texts.contains?.(`lower(${column}::text)`, value) ?? '';
  }
  if (path === undefined && operator === 'is_empty') {
    return `coalesce(${column}, 'null') in ${emptyJson}`;
  }
  const paths = path === undefined ? literal('$[*]') : jsonPaths(path);
  const found =
    `exists (select from unnest(array[${paths}]::jsonpath[]) as p, ` +
    `jsonb_path_query(${column}, p) as v where ${jsonValueCondition(operator, value)})`;
  return operator === 'is_empty' ? `not ${found}` : found;
};

type ConditionFactory = (column: string, operator: Operator, value: RuleValue) => string;

/** Conditions by the kind of column, for operators that are not the opposite of another one. */
const conditions: Record<Exclude<ColumnKind, 'json'>, ConditionFactory> = {
  text: (column, operator, value) =>
    operator === 'is_empty'
      ? `coalesce(${column}, '') = ''`
      : (texts[operator]?.(`lower(${column})`, value) ?? ''),
  number: (column, operator, value) =>
    operator === 'is_empty' ? `${column} is null` : `${column} ${signs[operator]} ${String(value)}`,
  boolean: (column, operator, value) =>
    operator === 'is_empty' ? `${column} is null` : `${column} = ${String(value)}`,
  time: (column, operator, value) => {
    if (operator === 'is_empty') return `${column} is null`;
    return operator === 'in_last_days'
      ? `${column} >= now() - interval '${String(value)} days'`
      : `${column} ${signs[operator]} ${timeOf(value)}`;
  },
};

/** A cast to text would append the netmask to every address. */
const textOf = (column: string, type: string): string =>
  type === 'inet' ? `abbrev(${column})` : `${column}::text`;

const conditionOf = (rule: Rule, columns: readonly ResourceColumn[]): string => {
  const { all, any, column = '', path, operator = 'is', value = '' } = rule;
  const group = (all ?? any)?.map((one) => conditionOf(one, columns));
  if (group) return `(${group.join(all ? '\n  and ' : '\n  or ')})`;
  const opposite = opposites[operator];
  if (opposite) {
    return `not coalesce(${conditionOf({ ...rule, operator: opposite }, columns)}, false)`;
  }
  const type = columns.find(({ name }) => name === column)?.type ?? 'text';
  const kind = columnKind(type);
  if (kind === 'json') return jsonCondition(quoteColumn(column), path, operator, value);
  const compared = kind === 'text' ? textOf(quoteColumn(column), type) : quoteColumn(column);
  return conditions[kind](compared, operator, value);
};

const columnsIn = ({ all, any, column }: Rule): string[] =>
  (all ?? any)?.flatMap(columnsIn) ?? (column === undefined ? [] : [column]);

/** An id pattern as SQL: literals, and the columns in braces. */
const idPatternSql = (pattern: string): string => {
  const parts = pattern.split(/\{(\w+)\}/);
  const sql = parts.flatMap((part, at) =>
    at % 2 ? [quoteColumn(part)] : part ? [literal(part)] : [],
  );
  return `concat(${sql.join(', ')})`;
};

/**
 * The unique id of a resource in the inventory: its cloud's id, the address of a Kubernetes object,
 * or another name in its cloud. Without any of these, its account, region and name.
 */
const idOf = (table: string, firstOf: (candidates: readonly string[]) => string | undefined) => {
  const pattern = Object.hasOwn(idPatterns, table) ? idPatterns[table] : undefined;
  if (pattern !== undefined) return idPatternSql(pattern);
  const isObject = table.startsWith('kubernetes_');
  const id = isObject ? undefined : firstOf(idColumns);
  if (id !== undefined) return quoteColumn(id);
  const places = isObject ? [['context_name'], ['namespace']] : [accountColumns, regionColumns];
  const parts = [...places, nameColumns].map((candidates) => {
    const found = firstOf(candidates);
    return found === undefined ? [] : [`nullif(${quoteColumn(found)}, '')`];
  });
  if (isObject) parts.splice(2, 0, [literal(pluralOf(table))]);
  const path = `concat_ws('/', ${parts.flat().join(', ')})`;
  // Not every table has `akas`; via `to_jsonb`, a missing column is null instead of an error.
  return isObject ? path : `coalesce(to_jsonb(${table})->'akas'->>0, ${path})`;
};

/**
 * A search as one SELECT that finds the same resources, with their `id`, name, region, account and
 * the columns that the search uses. The query must be valid for these columns (`problemsOf`).
 */
export const searchSql = (
  { resource_type, match }: SearchQuery,
  columns: readonly ResourceColumn[],
): string => {
  const columnNames = new Set(columns.map(({ name }) => name));
  const firstOf = (candidates: readonly string[]) =>
    candidates.find((name) => columnNames.has(name));
  const name = firstOf(nameColumns);
  const searchColumns = match ? columnsIn(match) : [];
  const extraColumns = [firstOf(regionColumns), firstOf(accountColumns), ...searchColumns];
  // A row has only one `id`: the one by which approvals identify the resource.
  const shownColumns = new Set(
    extraColumns.filter((one) => one !== undefined && one !== 'id' && one !== name),
  );
  const selections = [
    `${idOf(resource_type, firstOf)} as id`,
    ...(name === undefined
      ? []
      : [name === 'name' ? quoteColumn(name) : `${quoteColumn(name)} as name`]),
    ...[...shownColumns].map((one) => quoteColumn(one ?? '')),
  ];
  const where = match ? `\nwhere ${conditionOf(match, columns)}` : '';
  return `select ${selections.join(', ')}\nfrom ${resource_type}${where}\norder by 1`;
};
