import { isObject } from '#lib/kernel/value-kinds.ts';
import type { ResourceColumn } from '../resources/resource.schema.ts';
import type { Row } from '../snapshots/snapshot.schema.ts';
import { type ColumnKind, columnKind, opposites } from './query.rules.ts';
import type { Operator, Rule, RuleValue } from './query.schema.ts';

/** Whether a row matches. */
export type Predicate = (row: Row) => boolean;
type Test = (value: unknown) => boolean;

const day = 86_400_000;

const isEmpty: Test = (value) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** Texts are compared case-insensitively. */
const lower = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toLowerCase();

/** All values at a path; lists are entered, and names may contain the dots that separate names. */
const valuesAt = (value: unknown, names: readonly string[]): unknown[] => {
  if (Array.isArray(value)) {
    return value.flatMap((one: unknown) => (names.length === 0 ? [one] : valuesAt(one, names)));
  }
  if (names.length === 0) return [value];
  if (!isObject(value)) return [];
  return names.flatMap((_, last) => {
    const name = names.slice(0, last + 1).join('.');
    return Object.hasOwn(value, name) ? valuesAt(value[name], names.slice(last + 1)) : [];
  });
};

const isFilled = (value: unknown): boolean => value !== undefined && value !== null;

const textTest =
  (compare: (text: string, expected: string) => boolean) =>
  (expected: RuleValue | undefined): Test => {
    const target = lower(expected);
    return (value) => isFilled(value) && compare(lower(value), target);
  };

/** 64-bit ids, which are texts here, are compared exactly: as numbers they could equal others. */
const toExactNumber = (value: unknown): number | bigint =>
  typeof value === 'string' && /^-?\d{16,40}$/.test(value) ? BigInt(value) : Number(value);

const numberTest =
  (compare: (number: number | bigint, expected: number | bigint) => boolean) =>
  (expected: RuleValue | undefined): Test => {
    const target = toExactNumber(expected);
    return (value) => {
      const isNumber = typeof value === 'number' || (typeof value === 'string' && value !== '');
      return isNumber && compare(toExactNumber(value), target);
    };
  };

const timeTest =
  (compare: (time: number, expected: number) => boolean) =>
  (expected: RuleValue | undefined): Test => {
    const target = Date.parse(String(expected));
    return (value) => typeof value === 'string' && compare(Date.parse(value), target);
  };

type TestFactory = (expected: RuleValue | undefined, now: number) => Test;

// Also compares a bigint with a number, which `===` never considers equal.
// oxlint-disable-next-line oxc/double-comparisons
const sameNumber = numberTest((number, expected) => number >= expected && number <= expected);
const sameText = textTest((text, expected) => text === expected);

const equalityTest =
  (kind: ColumnKind): TestFactory =>
  (expected) => {
    if (kind === 'number') return sameNumber(expected);
    if (kind === 'boolean') return (value) => isFilled(value) && String(value) === String(expected);
    return sameText(expected);
  };

const tests: Partial<Record<Operator, TestFactory>> = {
  contains: textTest((text, expected) => text.includes(expected)),
  starts_with: textTest((text, expected) => text.startsWith(expected)),
  ends_with: textTest((text, expected) => text.endsWith(expected)),
  is_one_of: (expected) => {
    const target = new Set(Array.isArray(expected) ? expected.map(lower) : []);
    return (value) => isFilled(value) && target.has(lower(value));
  },
  more_than: numberTest((number, expected) => number > expected),
  at_least: numberTest((number, expected) => number >= expected),
  less_than: numberTest((number, expected) => number < expected),
  at_most: numberTest((number, expected) => number <= expected),
  before: timeTest((time, expected) => time < expected),
  after: timeTest((time, expected) => time > expected),
  in_last_days: (expected, now) => {
    const since = now - Number(expected) * day;
    return (value) => typeof value === 'string' && Date.parse(value) >= since;
  },
  is_empty: () => isEmpty,
};

/** Some JSON columns contain JSON as text. */
const parseJsonText = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

/**
 * A rule on JSON matches if any value at its path does; `is_empty` matches if there is none.
 * Without a path, the whole text is searched.
 */
const jsonTest = (
  { path, operator, value: expected }: Rule & { operator: Operator },
  now: number,
): Test => {
  const names = path?.split('.') ?? [];
  if (operator === 'is_empty') {
    return (value) => (names.length === 0 ? isEmpty(value) : valuesAt(value, names).every(isEmpty));
  }
  if (operator === 'has_key') {
    const has = (value: unknown) => isObject(value) && Object.hasOwn(value, String(expected));
    return (value) => valuesAt(value, names).some(has);
  }
  const holds =
    operator === 'is' ? equalityTest('text')(expected, now) : tests[operator]?.(expected, now);
  if (!holds) throw new Error(`No test is known of ${operator}.`);
  if (operator === 'contains' && names.length === 0) return holds;
  return (value) => valuesAt(value, names).some(holds);
};

const testOf = (rule: Rule & { operator: Operator }, kind: ColumnKind, now: number): Test => {
  const { operator, value } = rule;
  const opposite = opposites[operator];
  if (opposite) {
    const holds = testOf({ ...rule, operator: opposite }, kind, now);
    return (found) => !holds(found);
  }
  if (kind === 'json') {
    const holds = jsonTest(rule, now);
    return (found) => holds(parseJsonText(found));
  }
  if (operator === 'is') return equalityTest(kind)(value, now);
  const making = tests[operator];
  if (!making) throw new Error(`No test is known of ${operator}.`);
  return making(value, now);
};

const kindOf = (column: string, columns: readonly ResourceColumn[]): ColumnKind =>
  columnKind(columns.find(({ name }) => name === column)?.type ?? 'text');

/**
 * Compiles a query into a test for rows. The query must be valid for these columns (`problemsOf`);
 * `now` is in milliseconds.
 */
export const predicateOf = (
  rule: Rule | undefined,
  columns: readonly ResourceColumn[],
  now: number,
): Predicate => {
  if (!rule) return () => true;
  const { all, any, column = '', operator } = rule;
  const predicates = (all ?? any)?.map((one) => predicateOf(one, columns, now));
  if (predicates) {
    return all
      ? (row) => predicates.every((holds) => holds(row))
      : (row) => predicates.some((holds) => holds(row));
  }
  if (!operator) throw new Error('A rule without an operator cannot be asked.');
  const holds = testOf({ ...rule, operator }, kindOf(column, columns), now);
  return (row) => holds(row[column]);
};

/** Operators that only match texts which contain the value of the rule. */
const substringOperators: readonly (Operator | undefined)[] = [
  'is',
  'contains',
  'starts_with',
  'ends_with',
];

/** Characters that JSON does not escape and whose case does not depend on context. */
const unescapedInJson = /^[ !#-[\]-~]+$/;

/** Lower-case texts that the JSON of every matching row contains. */
const neededTexts = (rule: Rule | undefined, columns: readonly ResourceColumn[]): string[] => {
  if (!rule || rule.any) return [];
  const { all, column = '', operator, value } = rule;
  if (all) return all.flatMap((one) => neededTexts(one, columns));
  if (kindOf(column, columns) !== 'text' || !substringOperators.includes(operator)) return [];
  return typeof value === 'string' && unescapedInJson.test(value) ? [value.toLowerCase()] : [];
};

/**
 * Parses a line of JSON if its row matches; undefined otherwise. Most lines are ruled out by a text
 * search, which is several times faster than parsing them.
 */
export const createLineReader = (
  rule: Rule | undefined,
  columns: readonly ResourceColumn[],
  now: number,
): ((line: string) => Row | undefined) => {
  const holds = predicateOf(rule, columns, now);
  const needed = neededTexts(rule, columns);
  return (line) => {
    const text = needed.length === 0 ? '' : line.toLowerCase();
    if (!needed.every((one) => text.includes(one))) return undefined;
    const row: Row = JSON.parse(line);
    return holds(row) ? row : undefined;
  };
};
