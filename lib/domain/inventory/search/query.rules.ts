import * as z from 'zod';
import type { RefusalDetail } from '#lib/kernel/refusal.ts';
import type { ResourceColumn } from '../resources/resource.schema.ts';
import type { Operator, Rule, RuleValue } from './query.schema.ts';

/** Columns whose values are compared in the same way. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'time' | 'json';

const kinds: Readonly<Record<string, ColumnKind>> = {
  bigint: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  timestamptz: 'time',
  jsonb: 'json',
};

/** The kind of a column by its type in Postgres. */
export const columnKind = (type: string): ColumnKind => kinds[type] ?? 'text';

const empty = ['is_empty', 'is_not_empty'] as const;
const texts = [
  'is',
  'is_not',
  'contains',
  'does_not_contain',
  'starts_with',
  'ends_with',
  'is_one_of',
] as const;
const sizes = ['more_than', 'at_least', 'less_than', 'at_most'] as const;

/** What a rule may ask of a column, by its kind; the first is the usual one. */
export const operatorsFor: Readonly<Record<ColumnKind, readonly Operator[]>> = {
  text: [...texts, ...empty],
  number: ['is', 'is_not', ...sizes, ...empty],
  boolean: ['is', ...empty],
  time: ['before', 'after', 'in_last_days', 'not_in_last_days', ...empty],
  json: ['contains', 'does_not_contain', 'has_key', 'has_no_key', ...texts, ...sizes, ...empty]
    .filter((one, at, all) => all.indexOf(one) === at) as Operator[],
};

/** Operators that hold wherever another one does not: also of what is empty. */
export const opposites: Partial<Record<Operator, Operator>> = {
  is_not: 'is',
  does_not_contain: 'contains',
  not_in_last_days: 'in_last_days',
  has_no_key: 'has_key',
  is_not_empty: 'is_empty',
};

/** What the value of a rule has to be; `none` where the operator compares with nothing. */
export type ValueKind = 'none' | 'text' | 'texts' | 'number' | 'days' | 'boolean' | 'time' | 'any';

const valueKinds: Partial<Record<Operator, ValueKind>> = {
  is_empty: 'none',
  is_not_empty: 'none',
  is_one_of: 'texts',
  in_last_days: 'days',
  not_in_last_days: 'days',
  before: 'time',
  after: 'time',
  more_than: 'number',
  at_least: 'number',
  less_than: 'number',
  at_most: 'number',
};

/** What a rule compares with. A value inside of JSON is a text, a number, or true or false. */
export const valueKind = (kind: ColumnKind, operator: Operator): ValueKind => {
  const own = valueKinds[operator];
  if (own) return own;
  if (kind === 'json') return operator === 'is' || operator === 'is_not' ? 'any' : 'text';
  return kind === 'time' ? 'time' : kind;
};

const longestAgo = 36_500;

/** Days that there are, and times with a zone. */
const time = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** An id of 64 bits as text: most of them are no number of JavaScript. */
const isWholeText = (value: RuleValue | undefined): boolean =>
  typeof value === 'string' && /^-?\d{1,40}$/.test(value);

/** Whether a value is of the kind, and the sentence where it is not. */
const fits: Record<ValueKind, [(value: RuleValue | undefined) => boolean, string]> = {
  none: [(value) => value === undefined, 'This operator takes no value.'],
  text: [(value) => typeof value === 'string' && value !== '', 'Write what to look for.'],
  texts: [(value) => Array.isArray(value), 'Give a list of texts.'],
  number: [(value) => typeof value === 'number' || isWholeText(value), 'Give a number.'],
  days: [
    (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= longestAgo,
    'Give a whole number of days, from 1 to 36,500.',
  ],
  boolean: [(value) => typeof value === 'boolean', 'Choose true or false.'],
  time: [
    (value) => time.safeParse(value).success,
    'Give a day or a time, such as 2026-01-31 or 2026-01-31T12:00:00Z.',
  ],
  any: [
    (value) => value !== undefined && value !== '' && !Array.isArray(value),
    'Write what to look for.',
  ],
};

type Loc = (string | number)[];

const problemOf = (rule: Rule, columns: readonly ResourceColumn[]): RefusalDetail | undefined => {
  const { column = '', path, operator, value } = rule;
  const found = columns.find(({ name }) => name === column);
  if (!found) {
    const msg = column === '' ? 'Choose a column.' : `There is no column "${column}".`;
    return { msg, loc: ['column'] };
  }
  const kind = columnKind(found.type);
  if (path !== undefined && kind !== 'json') {
    return { msg: `"${column}" holds no JSON, so it has no path.`, loc: ['path'] };
  }
  if (!operator) return { msg: 'Choose an operator.', loc: ['operator'] };
  if (!operatorsFor[kind].includes(operator)) {
    const msg = `"${column}" is compared by ${operatorsFor[kind].join(', ')}.`;
    return { msg, loc: ['operator'] };
  }
  const [isFit, words] = fits[valueKind(kind, operator)];
  return isFit(value) ? undefined : { msg: words, loc: ['value'] };
};

/** What is wrong with a query for these columns, and where; empty where it can be asked. */
export const problemsOf = (
  rule: Rule,
  columns: readonly ResourceColumn[],
  at: Loc = ['match'],
): RefusalDetail[] => {
  const { all, any } = rule;
  const group = all ?? any;
  if (!group) {
    const problem = problemOf(rule, columns);
    return problem ? [{ ...problem, loc: [...at, ...problem.loc] }] : [];
  }
  const name = all ? 'all' : 'any';
  return group.flatMap((one, index) => problemsOf(one, columns, [...at, name, index]));
};
