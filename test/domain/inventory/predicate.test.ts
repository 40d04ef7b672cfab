import * as fc from 'fast-check';
import { createLineReader, predicateOf } from '#lib/domain/inventory/search/predicate.rules.ts';
import { problemsOf } from '#lib/domain/inventory/search/query.rules.ts';
import type { Operator, Rule } from '#lib/domain/inventory/search/query.schema.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { caseCount } from '#test/support/thorough.ts';
import { type Choose, columns, ruleFrom, samples } from './random-search.ts';

const now = Date.UTC(2026, 8, 1, 12);

const ruleHolds = (rule: Rule, row: Row): boolean => {
  expect(problemsOf(rule, columns)).toEqual([]);
  return predicateOf(rule, columns, now)(row);
};

/** Whether a row passes the filter when it is read from its line. */
const isRead = (rule: Rule, row: Row): boolean =>
  createLineReader(rule, columns, now)(JSON.stringify(row)) !== undefined;

/** All values at a path that these tests use, written out for each. */
const naiveAt = (value: unknown, path: string | undefined): unknown[] => {
  const list = Array.isArray(value) ? value : [value];
  if (path === undefined) return list;
  const found = list.flatMap((one) => {
    if (typeof one !== 'object' || one === null) return [];
    const direct = path in one ? [one[path]] : [];
    return path === 'a.b' && one.a !== undefined ? [...direct, one.a.b] : direct;
  });
  return found;
};

const isEmptyValue = (value: unknown): boolean =>
  value === undefined || ['null', '""', '{}', '[]'].includes(JSON.stringify(value));

const asText = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/^"(.*)"$/, '$1')
    .toLowerCase();

/** The meaning of each operator for one value. */
const naiveTest = (operator: Operator, found: unknown, value: unknown): boolean => {
  if (found === null || found === undefined) return false;
  const [text, expected] = [asText(found), asText(value)];
  switch (operator) {
    case 'is':
      return typeof value === 'number' ? Number(found) === value : text === expected;
    case 'contains':
      return text.includes(expected);
    case 'starts_with':
      return text.indexOf(expected) === 0;
    case 'ends_with':
      return (
        text.slice(text.length - expected.length) === expected && text.length >= expected.length
      );
    case 'is_one_of':
      return (value as string[]).some((one) => one.toLowerCase() === text);
    case 'more_than':
      return text !== '' && typeof found !== 'object' && Number(found) > Number(value);
    case 'at_least':
      return text !== '' && typeof found !== 'object' && Number(found) >= Number(value);
    case 'less_than':
      return text !== '' && typeof found !== 'object' && Number(found) < Number(value);
    case 'at_most':
      return text !== '' && typeof found !== 'object' && Number(found) <= Number(value);
    case 'before':
      return new Date(text) < new Date(expected);
    case 'after':
      return new Date(text) > new Date(expected);
    case 'in_last_days':
      return (now - Date.parse(text)) / 86_400_000 <= Number(value);
    case 'has_key':
      return typeof found === 'object' && String(value) in found;
    default:
      throw new Error(operator);
  }
};

const naiveHolds = (rule: Rule, row: Row): boolean => {
  if (rule.all) return !rule.all.some((one) => !naiveHolds(one, row));
  if (rule.any) return rule.any.filter((one) => naiveHolds(one, row)).length > 0;
  const { column = '', operator = 'is', value, path } = rule;
  const isJson = column === 'tags';
  const cell = row[column];
  const found = isJson ? naiveAt(cell, path) : [cell];
  const positive = (name: Operator): boolean => {
    if (name === 'is_empty') {
      return isJson && path === undefined ? isEmptyValue(cell) : found.every(isEmptyValue);
    }
    const isWholeCell = isJson && path === undefined && name === 'contains';
    return (isWholeCell ? [cell] : found).some((one) => naiveTest(name, one, value));
  };
  switch (operator) {
    case 'is_not':
      return !positive('is');
    case 'does_not_contain':
      return !positive('contains');
    case 'has_no_key':
      return !positive('has_key');
    case 'is_not_empty':
      return !positive('is_empty');
    case 'not_in_last_days':
      return !positive('in_last_days');
    default:
      return positive(operator);
  }
};

describe('a search query', () => {
  it('matches exactly the rows that its rules describe', () => {
    fc.assert(
      fc.property(fc.gen(), (generate) => {
        const choose: Choose = (list) => generate(fc.constantFrom, ...list);
        const rule = ruleFrom(choose, 3);
        const row = Object.fromEntries(
          Object.entries(samples).map(([name, values]) => [name, choose(values)]),
        );
        const actual = { rule, row, holds: ruleHolds(rule, row), read: isRead(rule, row) };
        const expected = naiveHolds(rule, row);
        expect(actual).toEqual({ rule, row, holds: expected, read: expected });
      }),
      { numRuns: caseCount({ usual: 3000, thorough: 100_000 }) },
    );
  });

  it('compares texts regardless of case', () => {
    expect(ruleHolds({ column: 'name', operator: 'is', value: 'WEB' }, { name: 'web' })).toBe(true);
  });

  it.each<[value: unknown, asked: string]>([
    ['He said "web"', 'said "WEB"'],
    [String.raw`C:\Web`, String.raw`c:\web`],
    ['one\ntwo', 'e\nt'],
    // Characters whose lower case contains ASCII letters.
    ['300 \u212aelvin', 'kelvin'],
    ['\u0130stanbul', 'i'],
    ['\u03a3', '\u03c3'],
    ['\u039f\u03a3', '\u03bf\u03c2'],
    [{ zone: 'eu-west-1' }, 'EU-west'],
    [5, '5'],
  ])('finds %j by %j, in rows and in their unparsed lines', (name, value) => {
    const rule = { column: 'name', operator: 'contains', value } as const;
    expect([ruleHolds(rule, { name }), isRead(rule, { name })]).toEqual([true, true]);
  });

  it('does not match a row by the text of another column', () => {
    const rule = { column: 'name', operator: 'is', value: 'web' } as const;
    expect(isRead(rule, { name: 'other', address: 'web' })).toBe(false);
  });

  it('finds a tag with dots in its name, and values in lists', () => {
    const rule = { column: 'tags', operator: 'is', value: 'shop' } as const;
    const dotted = { tags: { 'app.kubernetes.io/name': 'shop' } };
    expect(ruleHolds({ ...rule, path: 'app.kubernetes.io/name' }, dotted)).toBe(true);
    const list = { tags: [{ Ranges: [{ Cidr: 'a' }, { Cidr: 'shop' }] }] };
    expect(ruleHolds({ ...rule, path: 'Ranges.Cidr' }, list)).toBe(true);
    expect(ruleHolds({ ...rule, path: 'Ranges.Other' }, list)).toBe(false);
  });

  it('reads JSON stored as text', () => {
    const rule = { column: 'tags', path: 'env', operator: 'is', value: 'web' } as const;
    expect(ruleHolds(rule, { tags: '{"env":"web"}' })).toBe(true);
    expect(ruleHolds(rule, { tags: '{broken' })).toBe(false);
  });

  it('distinguishes 64-bit ids that are equal as JavaScript numbers', () => {
    const [firstId, next] = ['9007199254740992', '9007199254740993'];
    const matches = (operator: Operator, value: string | number, size: string | number) =>
      ruleHolds({ column: 'size', operator, value }, { size });
    expect([firstId, next].map((size) => matches('is', firstId, size))).toEqual([true, false]);
    expect([firstId, next].map((size) => matches('is_not', firstId, size))).toEqual([false, true]);
    expect([firstId, next].map((size) => matches('more_than', firstId, size))).toEqual([
      false,
      true,
    ]);
    expect(matches('at_least', next, firstId)).toBe(false);
    expect(matches('less_than', firstId, 5)).toBe(true);
    expect(matches('is', 5, '5')).toBe(true);
    expect(matches('is', firstId, 'none')).toBe(false);
    expect(matches('is', 1e20, '100000000000000000000')).toBe(true);
    expect(problemsOf({ column: 'size', operator: 'is', value: '1 or true' }, columns)).toEqual([
      { msg: 'Give a number.', loc: ['match', 'value'] },
    ]);
  });

  it('does not treat JavaScript property names as data', () => {
    const rule = { column: 'tags', operator: 'has_key', value: 'constructor' } as const;
    expect(ruleHolds(rule, { tags: {} })).toBe(false);
    const deep = { column: 'tags', path: '__proto__', operator: 'is_not_empty' } as const;
    expect(ruleHolds(deep, { tags: {} })).toBe(false);
  });
});
