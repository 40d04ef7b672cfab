import * as fc from 'fast-check';
import type { Call, Item } from '#lib/kernel/documents.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { openDatabase } from '#lib/local/database.ts';
import { sizeOfItem, toStoredMap } from '#lib/local/store/value.ts';
import { openOracle } from '#test/support/oracle.ts';
import { caseCount } from '#test/support/thorough.ts';

const table: TableSpec = { name: 'things', partition: 'tenant', sort: 'id' };
const key = { tenant: 't', id: 'a' };

/** The largest item, in bytes. */
const maxBytes = 400 * 1024;

/** Numbers with up to 17 digits; the store takes no integer above 2^53. */
const number = fc
  .tuple(fc.double({ min: -9, max: 9, noNaN: true }), fc.integer({ min: -100, max: 14 }))
  .map(([mantissa, exponent]) => Number(`${mantissa.toFixed(15)}e${exponent}`));

/** The oracle counts characters, where DynamoDB counts bytes of UTF-8: so none of two bytes. */
const text = fc.constantFrom('', 'a', '\0', 'some words');

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    number,
    fc.maxSafeInteger(),
    text,
    fc.uint8Array({ minLength: 1, maxLength: 9 }),
    fc.constantFrom(true, false, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('x', 'y', 'a.b', 'toString'), tie('value'), { maxKeys: 4 }),
  ),
}));

/** An item with a text that makes its size what `bytes` says. */
const itemOfSize = (content: unknown, bytes: number): Item => {
  const item = { ...key, content, fill: '' };
  return { ...item, fill: 'f'.repeat(bytes - sizeOfItem(toStoredMap(item))) };
};

const putOf = (item: Item): Call => ({
  action: 'Put',
  input: { TableName: table.name, Item: item },
});

/** Adds the text to an item that is stored without it. */
const updateOf = ({ fill }: Item): Call => ({
  action: 'Update',
  input: {
    TableName: table.name,
    Key: key,
    UpdateExpression: 'SET #f = :f',
    ExpressionAttributeNames: { '#f': 'fill' },
    ExpressionAttributeValues: { ':f': fill },
  },
});

const verdictOn = async (sending: Promise<unknown>): Promise<string> => {
  try {
    await sending;
    return 'accepted';
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
};

describe('the size up to which an item is accepted', () => {
  it('is that of the DynamoDB emulator, to the byte', async () => {
    const oracle = await openOracle(table);
    const store = openDatabase({ path: ':memory:', tables: [table], cursorKey: () => 'unused' });
    const both = async (call: Call) => [
      await verdictOn(store.documents.send(call)),
      await verdictOn(oracle.send(call)),
    ];
    const seen = new Set<string | undefined>();
    const property = fc.asyncProperty(
      value,
      fc.constantFrom(-1, 0, 1),
      fc.boolean(),
      async (content, beyond, isUpdate) => {
        const item = itemOfSize(content, maxBytes + beyond);
        if (isUpdate) await both(putOf({ ...key, content }));
        const [found, expected] = await both(isUpdate ? updateOf(item) : putOf(item));
        expect(found).toBe(expected);
        seen.add(found);
      },
    );
    await fc.assert(property, { numRuns: caseCount({ usual: 60, thorough: 600 }) });
    // An item that fits, one that does not, and one that an update would make too large.
    expect(seen.size).toBe(3);
    await store.close();
  });

  it('counts texts and names in bytes of UTF-8', () => {
    const sizeOf = (item: Item) => sizeOfItem(toStoredMap(item));
    expect([sizeOf({ a: 'é' }), sizeOf({ é: '' }), sizeOf({ a: '💥' })]).toEqual([3, 2, 5]);
  });
});
