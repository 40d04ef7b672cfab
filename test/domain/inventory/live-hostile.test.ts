import { inventoryQuery } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import { queryInventory } from '#lib/domain/inventory/queries/inventory-query.service.ts';
import type { Sql } from '#lib/domain/inventory/sql.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { endless, harmless, refused } from '#test/support/hostile-sql.ts';
import { openTestSql } from '#test/support/sql.ts';
import { openScans } from './scan-scene.ts';

const world = openTestDatabase();
const sql = openTestSql({ time: 1_500, answer: 200_000 });
afterAll(() => sql.close());

/** Each live query has its own database, which takes a second to open: these share one. */
const sharedSql: Sql = {
  using: ({ tenant_id }, ...args) => sql.using({ tenant_id, rows: 'live' }, ...args),
};

/** What was requested from the account, which never sees the SQL. */
const readTables: string[] = [];

const open = async () => {
  const scene = await openScans(world, { sql, rules: [], sample: 'aws-production' });
  const rows = [{ name: 'invoices' }, { name: 'backups' }];
  scene.account.aws_s3_bucket = async function* collect({ table }: { table: string }) {
    readTables.push(table);
    yield rows;
  };
  const { db, files, live, tenant_id, integration_id } = scene;
  const query = queryInventory({ db, files, sql: sharedSql, live });
  return (text: string) => {
    const settings = { integration_type: 'aws', mode: 'live', integration_ids: [integration_id] };
    return query({ ...inventoryQuery.parse({ ...settings, sql: text }), tenant_id });
  };
};

let ask: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  ask = await open();
});

const expectUnharmed = async () => {
  expect(
    await ask(`select count(*)::int as buckets, current_user::text as who,
      current_setting('transaction_read_only') as reads from aws_s3_bucket`),
  ).toMatchObject({ rows: [{ buckets: 2, who: 'reader', reads: 'on' }] });
  expect(new Set(readTables)).toEqual(new Set(['aws_s3_bucket']));
};

describe('hostile SQL in a live query', () => {
  it.each(refused)('is refused: %s', async (_, text) => {
    expect(await ask(text)).toEqual({ error: expect.any(String) });
    await expectUnharmed();
  });

  it.each(harmless)('does no harm: %s', async (_, text) => {
    await ask(text);
    await expectUnharmed();
  });

  it.each(endless)('is stopped: %s', async (_, text) => {
    expect(await ask(text)).toEqual({ error: expect.any(String) });
    await expectUnharmed();
  });
});
