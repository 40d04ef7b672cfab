import * as z from 'zod';
import type { RefusalDetail } from '#lib/kernel/refusal.ts';
import type { ResourceColumn } from '../resources/resource.schema.ts';
import type { Operator, Rule, RuleValue } from './query.schema.ts';

/** Kinds of columns; values of the same kind are compared in the same way. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'time' | 'json';

const kinds: Readonly<Record<string, ColumnKind>> = {
  bigint: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  timestamptz: 'time',
  jsonb: 'json',
};

/** The kind of a column, from its type in Postgres. */
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

/** The operators that a rule may use, by the kind of its column; the first is the default. */
export const operatorsFor: Readonly<Record<ColumnKind, readonly Operator[]>> = {
  text: [...texts, ...empty],
  number: ['is', 'is_not', ...sizes, ...empty],
  boolean: ['is', ...empty],
  time: ['before', 'after', 'in_last_days', 'not_in_last_days', ...empty],
  json: [
    'contains',
    'does_not_contain',
    'has_key',
    'has_no_key',
    ...texts,
    ...sizes,
    ...empty,
  ].filter((one, at, all) => all.indexOf(one) === at) as Operator[],
};

/** Operators that match exactly when another one does not, even for empty values. */
export const opposites: Partial<Record<Operator, Operator>> = {
  is_not: 'is',
  does_not_contain: 'contains',
  not_in_last_days: 'in_last_days',
  has_no_key: 'has_key',
  is_not_empty: 'is_empty',
};

/** The kind of value that a rule needs; `none` if the operator takes no value. */
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

/** The kind of value for an operator. A value inside JSON is a text, a number or a boolean. */
export const valueKind = (kind: ColumnKind, operator: Operator): ValueKind => {
  const fixedKind = valueKinds[operator];
  if (fixedKind) return fixedKind;
  if (kind === 'json') return operator === 'is' || operator === 'is_not' ? 'any' : 'text';
  return kind === 'time' ? 'time' : kind;
};

const maxDaysAgo = 36_500;

/** Valid dates, and times with a time zone. */
const time = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** A 64-bit id as text, since most of them are not exact as JavaScript numbers. */
const isWholeText = (value: RuleValue | undefined): boolean =>
  typeof value === 'string' && /^-?\d{1,40}$/.test(value);

/** Whether a value is of the kind, and the sentence to show if it is not. */
const valueChecks: Record<ValueKind, [(value: RuleValue | undefined) => boolean, string]> = {
  none: [(value) => value === undefined, 'This operator takes no value.'],
  text: [(value) => typeof value === 'string' && value !== '', 'Enter what to look for.'],
  texts: [(value) => Array.isArray(value), 'Give a list of texts.'],
  number: [(value) => typeof value === 'number' || isWholeText(value), 'Give a number.'],
  days: [
    (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxDaysAgo,
    'Give a whole number of days, from 1 to 36,500.',
  ],
  boolean: [(value) => typeof value === 'boolean', 'Choose true or false.'],
  time: [
    (value) => time.safeParse(value).success,
    'Give a day or a time, such as 2026-01-31 or 2026-01-31T12:00:00Z.',
  ],
  any: [
    (value) => value !== undefined && value !== '' && !Array.isArray(value),
    'Enter what to look for.',
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
    return { msg: `"${column}" does not contain JSON, so it cannot have a path.`, loc: ['path'] };
  }
  if (!operator) return { msg: 'Choose an operator.', loc: ['operator'] };
  if (!operatorsFor[kind].includes(operator)) {
    const msg = `"${column}" supports these operators: ${operatorsFor[kind].join(', ')}.`;
    return { msg, loc: ['operator'] };
  }
  const [isFit, message] = valueChecks[valueKind(kind, operator)];
  return isFit(value) ? undefined : { msg: message, loc: ['value'] };
};

/** The problems of a query for these columns, with their positions; empty if it is valid. */
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
