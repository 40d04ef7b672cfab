import type { OperatorOf, ValueType } from '#lib/domain/bots/nodes/condition.schema.ts';
import { Budget } from '../../expression/budget.ts';
import { Overrun } from '../../expression/errors.ts';
import { regexEngine } from '../../expression/regex.ts';
import {
  isMissing,
  readBoolean,
  readDate,
  readItem,
  readList,
  readNumber,
  readPattern,
  readText,
  Unreadable,
} from './readers.ts';

const dayMs = 86_400_000;

type Verdict<A> = (value: A, compare: unknown, now: number) => boolean;
type Table<T extends ValueType, A> = Record<OperatorOf<T>, Verdict<A>>;

/** The verdict on a value and what it is compared with, both parsed; false if that is missing. */
const comparison =
  <A, B>(read: (value: unknown) => B, holds: (a: A, b: B, now: number) => boolean): Verdict<A> =>
  (value, compare, now) =>
    !isMissing(compare) && holds(value, read(compare), now);

const hasMatch = (text: string, pattern: RegExp): boolean => {
  const Pattern = regexEngine(new Budget());
  try {
    return new Pattern(pattern).exec(text) !== null;
  } catch (error) {
    if (error instanceof Overrun) throw new Unreadable(error.message);
    throw error;
  }
};

const texts: Table<'text', string> = {
  equals: comparison(readText, (a, b) => a === b),
  not_equals: comparison(readText, (a, b) => a !== b),
  contains: comparison(readText, (a, b) => a.includes(b)),
  not_contains: comparison(readText, (a, b) => !a.includes(b)),
  starts_with: comparison(readText, (a, b) => a.startsWith(b)),
  ends_with: comparison(readText, (a, b) => a.endsWith(b)),
  matches: comparison(readPattern, hasMatch),
  is_empty: (text) => text === '',
  is_not_empty: (text) => text !== '',
};

const numbers: Table<'number', number> = {
  equals: comparison(readNumber, (a, b) => a === b),
  not_equals: comparison(readNumber, (a, b) => a !== b),
  less: comparison(readNumber, (a, b) => a < b),
  less_or_equal: comparison(readNumber, (a, b) => a <= b),
  greater: comparison(readNumber, (a, b) => a > b),
  greater_or_equal: comparison(readNumber, (a, b) => a >= b),
};

const booleans: Table<'boolean', boolean> = {
  is_true: (value) => value,
  is_false: (value) => !value,
};

const dates: Table<'date', number> = {
  before: comparison(readDate, (a, b) => a < b),
  after: comparison(readDate, (a, b) => a > b),
  in_last_days: comparison(readNumber, (a, b, now) => a <= now && a >= now - b * dayMs),
  in_next_days: comparison(readNumber, (a, b, now) => a >= now && a <= now + b * dayMs),
  older_than_days: comparison(readNumber, (a, b, now) => a < now - b * dayMs),
};

const lists: Table<'list', unknown[]> = {
  contains: comparison(readItem, (a, b) => a.some((entry) => readItem(entry) === b)),
  not_contains: comparison(readItem, (a, b) => !a.some((entry) => readItem(entry) === b)),
  length_equals: comparison(readNumber, (a, b) => a.length === b),
  length_less: comparison(readNumber, (a, b) => a.length < b),
  length_greater: comparison(readNumber, (a, b) => a.length > b),
  is_empty: (list) => list.length === 0,
  is_not_empty: (list) => list.length > 0,
};

type Judge = (operator: string, value: unknown, compare: unknown, now: number) => boolean;

const createJudge =
  <A>(table: Record<string, Verdict<A>>, read: (value: unknown) => A): Judge =>
  (operator, value, compare, now) => {
    const verdict = Object.hasOwn(table, operator) ? table[operator] : undefined;
    if (!verdict) throw new Unreadable(`Its type has no operator "${operator}".`);
    return verdict(read(value), compare, now);
  };

const withMissingValues =
  (judge: Judge): Judge =>
  (operator, value, compare, now) =>
    isMissing(value) ? operator === 'is_empty' : judge(operator, value, compare, now);

const judges: Record<ValueType, Judge> = {
  text: withMissingValues(createJudge(texts, readText)),
  number: withMissingValues(createJudge(numbers, readNumber)),
  boolean: withMissingValues(createJudge(booleans, readBoolean)),
  date: withMissingValues(createJudge(dates, readDate)),
  list: createJudge(lists, readList),
};

/** A rule after its expressions were evaluated: both sides may be any value. */
export type Rule = { value?: unknown; type: ValueType; operator: string; compare?: unknown };

/**
 * Whether a value satisfies its rule. A missing list has no entries; any other missing value
 * satisfies only `is_empty`. Throws `Unreadable` where a side cannot be read as the rule's type.
 */
export const verdictOf = (rule: Rule, now: number): boolean =>
  judges[rule.type](rule.operator, rule.value, rule.compare, now);
