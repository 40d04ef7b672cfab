import type { Item } from '#lib/kernel/documents.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { invalid, invalidValue } from './refusal.ts';
import { attributeOf } from './scope.ts';
import { plainOf, type Stored, type StoredMap, toStored, typeOf } from './value.ts';

/** A key value as SQLite stores it. */
export type KeyValue = string | number;

type KeyType = 'S' | 'N';

/** The type of a key attribute: text, unless it is a sort key declared as a number. */
export const keyType = (table: TableSpec, name: string): KeyType =>
  (name === table.sort && table.sortType) || 'S';

const maxKeyLengths = { partition: 2048, sort: 1024 };

const checkLength = (table: TableSpec, name: string, value: KeyValue): void => {
  if (typeof value === 'number') return;
  const bytes = Buffer.byteLength(value);
  if (name === table.partition && bytes > maxKeyLengths.partition) {
    const limit = `${maxKeyLengths.partition} bytes`;
    throw invalidValue(`Size of hashkey has exceeded the maximum size limit of${limit}`);
  }
  if (name === table.sort && bytes > maxKeyLengths.sort) {
    const limit = `${maxKeyLengths.sort} bytes`;
    throw invalidValue(`Aggregated size of all range keys has exceeded the size limit of ${limit}`);
  }
};

/** The key value of a stored value; undefined if it has another type. */
export const keyValue = (value: Stored | undefined, type: KeyType): KeyValue | undefined => {
  const plain = plainOf(value);
  if (typeof plain === 'string') return type === 'S' ? plain : undefined;
  return typeof plain === 'number' && type === 'N' ? plain : undefined;
};

/** DynamoDB's message for a key value that is an empty text. */
export const emptyKeyMessage = (name: string): string =>
  `The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`;

/** The two key values of an item named by a call; throws if they do not fit the table. */
export const keyOf = (table: TableSpec, key: Item): [KeyValue, KeyValue] => {
  const names = [table.partition, table.sort] as const;
  const isComplete = Object.keys(key).length === names.length;
  const [partition, sort] = names.map((name): KeyValue => {
    const input = key[name];
    const stored = input === undefined || !isComplete ? undefined : toStored(input);
    const value = keyValue(stored, keyType(table, name));
    if (value === undefined) throw invalid('The provided key element does not match the schema');
    if (value === '') throw invalidValue(emptyKeyMessage(name));
    checkLength(table, name, value);
    return value;
  });
  return [partition, sort] as [KeyValue, KeyValue];
};

/** The two key values of an item that is to be stored; throws if they do not fit the table. */
export const keyInItem = (table: TableSpec, item: StoredMap): [KeyValue, KeyValue] => {
  const [partition, sort] = [table.partition, table.sort].map((name): KeyValue => {
    const stored = attributeOf(item, name);
    if (stored === undefined) throw invalidValue(`Missing the key ${name} in the item`);
    const type = keyType(table, name);
    const value = keyValue(stored, type);
    if (value === undefined) {
      const types = `expected: ${type} actual: ${typeOf(stored)}`;
      throw invalidValue(`Type mismatch for key ${name} ${types}`);
    }
    const notValid = 'One or more parameter values are not valid.';
    if (value === '') throw invalid(`${notValid} ${emptyKeyMessage(name)}`);
    checkLength(table, name, value);
    return value;
  });
  return [partition, sort] as [KeyValue, KeyValue];
};

/** An item's value of an indexed attribute; null if the item has none. */
export const indexValue = (
  table: TableSpec,
  { index, name }: { index: string; name: string },
  item: StoredMap,
): KeyValue | null => {
  const stored = attributeOf(item, name);
  if (stored === undefined) return null;
  const type = keyType(table, name);
  const value = keyValue(stored, type);
  if (value === undefined) {
    const types = `Expected: ${type} Actual: ${typeOf(stored)}`;
    throw invalidValue(`Type mismatch for Index Key ${name} ${types} IndexName: ${index}`);
  }
  if (value !== '') return value;
  throw invalid(
    'One or more parameter values are not valid. A value specified for a secondary index key is ' +
      'not supported. The AttributeValue for a key attribute cannot contain an empty string ' +
      `value. IndexName: ${index}, IndexKey: ${name}`,
  );
};
