import { PGlite } from '#lib/engine/sql/pglite.ts';
import { tablesReadBy } from '#lib/domain/compliance/rule-sql.rules.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import { resourceOf } from '#lib/domain/inventory/resources/resource.rules.ts';
import { tableColumns, tableDefinition } from '#lib/domain/inventory/table-columns.ts';
import { everyIn } from '#test/support/every-in.ts';
import { defaultLocations, type Fixtures, type Row } from '../compliance/rows.ts';

const fixtures: Fixtures = Object.assign(
  {},
  ...['aws', 'azure', 'gcp', 'kubernetes']
    .flatMap((cloud) => everyIn<{ fixtures: Fixtures }>(`test/domain/compliance/fixtures/${cloud}`))
    .map(([, one]) => one.fixtures),
);

/** A row with default locations added. */
const withLocations = (table: string, row: Row): Row => {
  const locations = Object.entries(defaultLocations).filter(
    ([name]) => tableColumns(table)?.[name],
  );
  return { ...Object.fromEntries(locations), ...row };
};

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create();
});
afterAll(() => database.close());

/** The names that a rule gives these rows, in a schema that is dropped afterwards. */
const namesGivenBy = async (sql: string, rows: Record<string, readonly Row[]>): Promise<string[]> =>
  database.transaction(async (transaction) => {
    const tables = new Set([...tablesReadBy(sql), ...Object.keys(rows)]);
    for (const table of tables) {
      await transaction.exec(tableDefinition(table));
      await transaction.query(
        `insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", $1)`,
        [JSON.stringify(rows[table] ?? [])],
      );
    }
    const { rows: answers } = await transaction.query<{ resource: string }>(sql);
    await transaction.rollback();
    return answers.map(({ resource }) => resource);
  });

describe('a resource of the inventory', () => {
  it('is named as the rules name it, so that it leads to its findings', async () => {
    let nameCount = 0;
    for (const { rule_id, sql } of rules) {
      const fixtureTables = Object.entries(fixtures[rule_id]?.violating ?? {});
      const rows = Object.fromEntries(
        fixtureTables.map(([table, list]) => [table, list.map((row) => withLocations(table, row))]),
      );
      const ids = Object.entries(rows).flatMap(([table, list]) =>
        list.map((row) => resourceOf(table, row, 'int-1')._id),
      );
      const unknown = (await namesGivenBy(sql, rows)).filter((resource) => !ids.includes(resource));
      expect({ rule_id, unknown }).toEqual({ rule_id, unknown: [] });
      nameCount += ids.length;
    }
    expect(nameCount).toBeGreaterThan(rules.length);
  });
});
