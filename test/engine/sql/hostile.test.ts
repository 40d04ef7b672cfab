import { SqlFailure, type SqlTables } from '#lib/domain/inventory/sql.ts';
import { harmlessFunctions } from '#lib/engine/sql/empty.ts';
import { endless, harmless, refused } from '#test/support/hostile-sql.ts';
import { openTestSql } from '#test/support/sql.ts';

const sql = openTestSql({ time: 1_500, answer: 200_000 });
afterAll(() => sql.close());

const table = (...rows: object[]): SqlTables[string] =>
  async function* lines() {
    for (const row of rows) yield `${JSON.stringify(row)}\n`;
  };

const tables: SqlTables = { aws_s3_bucket: table({ name: 'invoices' }, { name: 'backups' }) };

const acme = { tenant_id: 'acme', rows: 'one' };
const ask = (text: string) => sql.using(acme, tables, (query) => query(text));

/** The result of a query: rows, or an error code. */
const outcome = async (text: string): Promise<{ rows: unknown[] } | { code: string }> => {
  try {
    return { rows: (await ask(text)).rows };
  } catch (error) {
    if (!(error instanceof SqlFailure)) throw error;
    return { code: error.code };
  }
};

/** Other queries are answered as before, by a user with read access only. */
const expectUnharmed = async () => {
  const { rows } = await ask(
    `select count(*)::int as buckets, current_user::text as who,
      current_setting('transaction_read_only') as reads from aws_s3_bucket`,
  );
  expect(rows).toEqual([{ buckets: 2, who: 'reader', reads: 'on' }]);
};

describe('hostile SQL', () => {
  it('may call only those volatile functions that are harmless', async () => {
    const { rows } = await ask(
      `select distinct proname::text as name from pg_proc
        where provolatile = 'v' and has_function_privilege(oid, 'execute') order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(harmlessFunctions);
    const called = 'random(), clock_timestamp(), timeofday(), gen_random_uuid(), uuidv7()';
    expect((await ask(`select ${called}, array_shuffle(array[1, 2])`)).rows).toHaveLength(1);
  });

  it.each(refused)('is refused: %s', async (_, text) => {
    expect(await outcome(text)).toEqual({ code: expect.any(String) });
    await expectUnharmed();
  });

  it.each(harmless)('does no harm: %s', async (_, text) => {
    await outcome(text);
    await expectUnharmed();
  });

  it.each(endless)('is stopped: %s', async (_, text, codes) => {
    const result = await outcome(text);
    expect(codes).toContain('code' in result ? result.code : 'rows');
    await expectUnharmed();
  });
});
