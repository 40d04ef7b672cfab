import * as fc from 'fast-check';
import type { SqlTables } from '#lib/domain/inventory/sql.ts';
import { columnsOf } from '#lib/engine/sql/values.ts';
import { openTestSql } from '#test/support/sql.ts';

const sql = openTestSql();
afterAll(() => sql.close());

const tables: SqlTables = {
  async *aws_s3_bucket() {
    yield '{"name":"invoices","region":"eu-west-3"}\n';
  },
  async *aws_account() {
    yield '{"title":"Production","region":"global"}\n';
  },
};

const ask = (text: string) =>
  sql.using({ tenant_id: 'acme', rows: 'one' }, tables, (query) => query(text));

/** The result of a query of one value. */
const value = async (text: string): Promise<unknown> =>
  (await ask(`select ${text} as value`)).rows[0]?.['value'];

describe('the result of a query', () => {
  it.each([
    ['a float that is not a number', `'NaN'::float8`, 'NaN'],
    ['an infinite float', `'Infinity'::float4`, 'Infinity'],
    ['a negative infinite float', `'-Infinity'::float8`, '-Infinity'],
    ['a numeric of any length', `12345678901234567890.10::numeric`, '12345678901234567890.10'],
    ['a numeric that is not a number', `'NaN'::numeric`, 'NaN'],
    ['a large whole number', `9007199254740993::bigint`, '9007199254740993'],
    ['a whole number', `42::bigint`, 42],
    ['a fraction', `0.1::float8`, 0.1],
    ['bytes', `'\\x00ff'::bytea`, '\\x00ff'],
    ['empty bytes', `''::bytea`, '\\x'],
    ['an interval', `interval '1 day 2 hours'`, '1 day 02:00:00'],
    ['a day', `date '2024-02-29'`, '2024-02-29T00:00:00.000Z'],
    ['a time', `timestamp '2024-02-29 04:05:06.7'`, '2024-02-29T04:05:06.700Z'],
    ['a time with a zone', `timestamptz '2024-02-29 04:05:06+02'`, '2024-02-29T02:05:06.000Z'],
    ['a time of the day', `time '04:05'`, '04:05:00'],
    ['an infinite time', `'infinity'::timestamptz`, 'infinity'],
    ['a negative infinite date', `'-infinity'::date`, '-infinity'],
    ['a day before Christ', `date '0044-03-15 BC'`, '0044-03-15 BC'],
    ['a day in the far future', `date '20000-01-01'`, '20000-01-01'],
    ['a list', `array[1, null, 3]`, [1, null, 3]],
    ['an empty list', `'{}'::int[]`, []],
    [
      'a list of lists',
      `array[[1, 2], [3, 4]]`,
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['a list of texts', `array['a,"b', 'NULL', null, '']`, ['a,"b', 'NULL', null, '']],
    ['a list with a float that is not a number', `array['NaN'::float8, 1]`, ['NaN', 1]],
    ['a list of large numbers', `array[9007199254740993::bigint]`, ['9007199254740993']],
    ['a list of bytes', `array['\\x00ff'::bytea]`, ['\\x00ff']],
    [
      'a list of times',
      `array['infinity'::timestamp, '2024-02-29']`,
      ['infinity', '2024-02-29T00:00:00.000Z'],
    ],
    ['JSON', `'{"a": [1, {"b": null}]}'::jsonb`, { a: [1, { b: null }] }],
    ['a list of JSON', `array['{"a": 1}'::jsonb]`, [{ a: 1 }]],
    ['JSON with a number that is too large', `'{"a": 1e400}'::jsonb`, { a: 'Infinity' }],
    ['a row', `row(1, 'b', 'NaN'::float8)`, '(1,b,NaN)'],
    ['a range', `int4range(1, 5)`, '[1,5)'],
    ['an address', `'10.0.0.0/8'::cidr`, '10.0.0.0/8'],
    ['null', `null`, null],
    ['text', `'x' || chr(1) || chr(128512)`, 'x\u0001\u{1F600}'],
  ])('represents %s in JSON', async (_, text, expected) => {
    expect(await value(text)).toEqual(expected);
  });

  it('has every column even when two have the same name', async () => {
    const { columns, rows } = await ask('select 1 as a, 2 as a, 3 as a_2, 4, 5');
    expect(columns).toEqual(['a', 'a_3', 'a_2', '?column?', '?column?_2']);
    expect(rows).toEqual([{ a: 1, a_3: 2, a_2: 3, '?column?': 4, '?column?_2': 5 }]);
    const joined = await ask(
      'select b.region, a.* from aws_s3_bucket b, (select title, region from aws_account) a',
    );
    expect(joined.rows).toEqual([{ region: 'eu-west-3', title: 'Production', region_2: 'global' }]);
    expect((await ask('select 1 as constructor, 2 as "toString"')).rows).toEqual([
      { constructor: 1, toString: 2 },
    ]);
  });

  it('refuses a column named __proto__', async () => {
    await expect(ask('select 1 as "__proto__"')).rejects.toMatchObject({
      code: '42602',
      message: 'A column cannot be called "__proto__". Give it another name with AS',
    });
    expect((await ask('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('has unique column names and keeps those that are already unique', () => {
    const names = fc.array(fc.constantFrom('a', 'b', 'a_2', 'a_3', 'a_2_2'), { maxLength: 12 });
    fc.assert(
      fc.property(names, (input) => {
        const columns = columnsOf(input);
        expect(new Set(columns).size).toBe(input.length);
        for (const name of input) expect(columns).toContain(name);
        for (const [at, name] of input.entries()) {
          if (input.indexOf(name) === at) expect(columns[at]).toBe(name);
          else expect(columns[at]?.startsWith(`${name}_`)).toBe(true);
        }
      }),
    );
  });
});
