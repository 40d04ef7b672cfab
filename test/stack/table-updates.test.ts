import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IndexSpec, TableSpec } from '#lib/kernel/table.ts';
import { tables } from '#lib/tables.ts';

type Keys = Omit<TableSpec, 'name'>;
type Tables = Record<string, Keys>;
type Release = { version: string; tables: Tables };

const keysOf = ({ name: _name, ...keys }: TableSpec): Keys => keys;
const currentTables: Tables = Object.fromEntries(tables.map((spec) => [spec.name, keysOf(spec)]));

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
const shapeOf = ({ partition, sort, keysOnly }: IndexSpec) => [partition, sort, keysOnly];
const missingNames = (names: object = {}, of: object = {}): string[] =>
  Object.keys(of).filter((name) => !(name in names));

/** Changes of an existing table that would be rejected, or made by replacing it. */
const rejectedTableChanges = (before: Keys, now: Keys | undefined): string[] => {
  if (!now) return ['is gone'];
  const keyShape = ({ partition, sort, sortType }: Keys) => [partition, sort, sortType];
  const added = missingNames(before.indexes, now.indexes);
  const removedNames = missingNames(now.indexes, before.indexes);
  const changed = Object.entries(before.indexes ?? {}).flatMap(([name, index]) => {
    const after = now.indexes?.[name];
    return !after || isSame(shapeOf(index), shapeOf(after)) ? [] : [`has a changed index ${name}`];
  });
  return [
    ...(isSame(keyShape(before), keyShape(now)) ? [] : ['has changed keys']),
    ...(before.ttl === undefined || before.ttl === now.ttl ? [] : ['expires by another attribute']),
    ...changed,
    ...(added.length + removedNames.length > 1
      ? [`adds or removes more than one index: ${[...added, ...removedNames].join(', ')}`]
      : []),
  ];
};

const rejectedChanges = (before: Tables, now: Tables): string[] =>
  Object.entries(before).flatMap(([name, keys]) =>
    rejectedTableChanges(keys, now[name]).map((problem) => `${name} ${problem}`),
  );

describe('an update from the last release', () => {
  it('changes no table in a way that DynamoDB refuses, or that would replace it', () => {
    const file = 'test/stack/released-tables.json';
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const released: Release | undefined = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : undefined;
    expect(rejectedChanges(released?.tables ?? {}, currentTables)).toEqual([]);
    if (released?.version === version) return;
    // A raised version starts from the committed release, which only CI can check.
    if (process.env.CI) expect({ file, version: released?.version }).toEqual({ file, version });
    writeFileSync(file, `${JSON.stringify({ version, tables: currentTables }, null, 2)}\n`);
    console.log(`${file} holds the tables that ${version} begins with. Commit it.`);
  });

  const keys: Keys = { partition: 'tenant_id', sort: '_id' };
  const index = { partition: 'tenant_id', sort: 'at' };
  const from = (before: Keys, now?: Keys): string[] =>
    rejectedChanges({ bots: before }, now ? { bots: now } : {});

  it('may add a new table with indexes, and one index to an existing table', () => {
    expect(rejectedChanges({}, { bots: { ...keys, indexes: { a: index, b: index } } })).toEqual([]);
    expect(from(keys, { ...keys, indexes: { a: index } })).toEqual([]);
    expect(from({ ...keys, indexes: { a: index } }, keys)).toEqual([]);
  });

  it('may not add two indexes, or replace one by another', () => {
    const message = 'bots adds or removes more than one index';
    expect(from(keys, { ...keys, indexes: { a: index, b: index } })).toEqual([`${message}: a, b`]);
    const exchanged = from({ ...keys, indexes: { a: index } }, { ...keys, indexes: { b: index } });
    expect(exchanged).toEqual([`${message}: b, a`]);
  });

  it('may not change an index or the keys of a table, or remove a table', () => {
    const before: Keys = { ...keys, indexes: { a: index } };
    const changed = ['bots has a changed index a'];
    expect(from(before, { ...keys, indexes: { a: { ...index, sort: 'to' } } })).toEqual(changed);
    const narrowed = { ...index, keysOnly: true as const };
    expect(from(before, { ...keys, indexes: { a: narrowed } })).toEqual(changed);
    expect(from(keys, { ...keys, sort: 'name' })).toEqual(['bots has changed keys']);
    expect(from(keys, { ...keys, sortType: 'N' })).toEqual(['bots has changed keys']);
    expect(from(keys)).toEqual(['bots is gone']);
  });

  it('may add an expiry attribute, and not change or remove it', () => {
    const expiring: Keys = { ...keys, ttl: 'ends' };
    expect(from(keys, expiring)).toEqual([]);
    for (const now of [keys, { ...keys, ttl: 'gone_at' }]) {
      expect(from(expiring, now)).toEqual(['bots expires by another attribute']);
    }
  });
});
