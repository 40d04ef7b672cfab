import {
  columnKind,
  operatorsFor,
  valueKind,
} from '#lib/domain/inventory/search/query.rules.ts';
import type { Operator, Rule, RuleValue } from '#lib/domain/inventory/search/query.schema.ts';

/** A table with a column of each kind. */
export const columns = [
  { name: 'name', type: 'text' },
  { name: 'address', type: 'inet' },
  { name: 'size', type: 'bigint' },
  { name: 'encrypted', type: 'boolean' },
  { name: 'create_time', type: 'timestamptz' },
  { name: 'tags', type: 'jsonb' },
];

/** Chooses from a list; fast-check shrinks failing choices. */
export type Choose = <T>(list: readonly T[]) => T;

const words = ['web', 'Web-1', 'backup', 'a.b', ''];
const times = ['2026-08-30T12:00:00Z', '2026-01-01T00:00:00Z', '2026-09-01T11:00:00Z'];
const tags = [
  { env: 'web' },
  { env: 'Backup', 'a.b': 'x' },
  { a: { b: 'web' } },
  [{ env: 'web' }, { env: 'other' }],
  {},
];
/** The possible values of a row, by column. */
export const samples: Record<string, readonly unknown[]> = {
  name: [...words, 'Äpfel', null, undefined],
  address: ['10.0.0.1', '10.0.0.0/16', null],
  size: [0, 1, 5, 100, null, '5'],
  encrypted: [true, false, null],
  create_time: [...times, null],
  tags: [...tags, null],
};

const valueFor = (choose: Choose, name: string, operator: Operator): RuleValue | undefined => {
  const type = columns.find((one) => one.name === name)?.type ?? '';
  switch (valueKind(columnKind(type), operator)) {
    case 'none':
      return undefined;
    case 'texts':
      return [choose(words), choose(words)];
    case 'number':
      return choose([0, 1, 5, 99]);
    case 'days':
      return choose([1, 30, 400]);
    case 'boolean':
      return choose([true, false]);
    case 'time':
      return choose(times);
    default:
      return choose(['web', 'a', 'Backup', '1', 'äPFEL']);
  }
};

/** A random rule over these columns, nested up to `depth`. */
export const ruleFrom = (choose: Choose, depth: number): Rule => {
  if (depth > 0 && choose([true, false])) {
    const rules = Array.from({ length: choose([1, 2, 3]) }, () => ruleFrom(choose, depth - 1));
    return choose([true, false]) ? { all: rules } : { any: rules };
  }
  const { name: column, type } = choose(columns);
  const operator = choose(operatorsFor[columnKind(type)]);
  const value = valueFor(choose, column, operator);
  const path = type === 'jsonb' && choose([true, false]) ? choose(['env', 'a.b', 'a']) : undefined;
  return { column, operator, value, path };
};
