import { readFileSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import * as fc from 'fast-check';
import { predicateOf } from '#lib/domain/inventory/search/predicate.rules.ts';
import { problemsOf } from '#lib/domain/inventory/search/query.rules.ts';
import type { Rule } from '#lib/domain/inventory/search/query.schema.ts';
import { searchSql } from '#lib/domain/inventory/search/search-sql.rules.ts';
import {
  idColumns,
  idPatterns,
  isShownColumn,
  resourceOf,
} from '#lib/domain/inventory/resources/resource.rules.ts';
import { rowsAsOf } from '#lib/engine/collectors/sample/days.ts';
import { sampleEstate } from '#lib/engine/collectors/sample.ts';
import { openEmptyDatabase } from '#lib/engine/sql/empty.ts';
import { caseCount } from '#test/support/thorough.ts';
import { emptyPostgres } from '../../../bin/postgres-files.ts';
import {
  inventoryTables,
  tableColumns,
  tableDefinition,
} from '#lib/domain/inventory/table-columns.ts';
import { type Choose, columns, ruleFrom, samples } from './random-search.ts';

const resource_type = 'aws_thing';
const all = [{ name: 'id', type: 'bigint' }, ...columns];

/** Every pair of values of two columns occurs in some row. */
const rows = Array.from({ length: 180 }, (_, id) => ({
  id,
  ...Object.fromEntries(
    Object.entries(samples).map(([name, values], at) => {
      const value = values[Math.floor(id / (at + 1)) % values.length];
      return [name, value ?? null];
    }),
  ),
}));

let database: PGlite;

beforeAll(async () => {
  database = await openEmptyDatabase(new Uint8Array(readFileSync(emptyPostgres('.'))));
  const definition = all.map(({ name, type }) => `"${name}" ${type}`).join(', ');
  await database.exec(`create table ${resource_type} (${definition})`);
  await database.query(
    `insert into ${resource_type} select * from jsonb_populate_recordset(null::${resource_type}, $1)`,
    [rows],
  );
});

afterAll(() => database.close());

const idsBySql = async (match?: Rule) => {
  const sql = searchSql({ resource_type, match }, all);
  const answer = await database.query<{ id: number }>(sql);
  return answer.rows.map(({ id }) => id);
};

const idsBySearch = (match: Rule) => {
  expect(problemsOf(match, all)).toEqual([]);
  const holds = predicateOf(match, all, Date.now());
  return rows.filter(holds).map(({ id }) => id);
};

/** Tables whose rows are identified only by a person's name, or not at all. */
const unnamedTables = ['aws_account_alternate_contact', 'aws_iam_account_password_policy'];

/** Compares the names of the sample accounts' resources in SQL and in the inventory. */
const compareNames = async (table: string, columnTypes: { name: string; type: string }[]) => {
  const all = Object.values(sampleEstate).flatMap((one) => rowsAsOf(one[table] ?? [], Date.now()));
  const sampleRows = all.map((row, at) => ({ akas: [`another name, ${at}`], ...row }));
  // The cloud's id needs no test, because it is a column.
  const isColumn = columnTypes.some(({ name }) => idColumns.includes(name)) && !idPatterns[table];
  if (sampleRows.length === 0 || isColumn || unnamedTables.includes(table)) return;
  await database.query(
    `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`,
    [sampleRows],
  );
  const sql = searchSql(
    { resource_type: table },
    columnTypes.filter(({ name }) => isShownColumn(name)),
  );
  const answer = await database.query<{ id: string }>(sql);
  const ids = sampleRows.map((row) => resourceOf(table, row, 'int_1')._id);
  expect([table, answer.rows.map(({ id }) => id).sort()]).toEqual([table, ids.sort()]);
};

describe('a search as SQL', () => {
  it('finds the same resources as the search', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (generate) => {
        const choose: Choose = (list) => generate(fc.constantFrom, ...list);
        const rule = ruleFrom(choose, 3);
        expect({ rule, found: await idsBySql(rule) }).toEqual({ rule, found: idsBySearch(rule) });
      }),
      { numRuns: caseCount({ usual: 300, thorough: 5000 }) },
    );
  });

  it('finds all resources of the type where there are no rules', async () => {
    expect(await idsBySql()).toHaveLength(rows.length);
  });

  it('treats quotes and expression marks in values as text', async () => {
    const value = "it's {% $event %}";
    await database.query(`insert into ${resource_type} (id, name) values (1000, $1)`, [value]);
    const sql = searchSql(
      { resource_type, match: { all: [{ column: 'name', operator: 'is', value }] } },
      all,
    );
    expect(sql).not.toContain('{%');
    expect((await database.query(sql)).rows).toMatchObject([{ id: 1000, name: value }]);
  });

  it('treats expression marks in keys as text, and counts emoji as one character', async () => {
    const key = '{% x %}';
    await database.query(`insert into ${resource_type} (id, name, tags) values (1001, $1, $2)`, [
      'web 🐘',
      JSON.stringify({ [key]: 'a' }),
    ]);
    const found = (rule: Rule) =>
      expect(
        idsBySql({ all: [rule, { column: 'id', operator: 'is', value: 1001 }] }),
      ).resolves.toHaveLength(1);
    await found({ column: 'name', operator: 'ends_with', value: '🐘' });
    await found({ column: 'tags', operator: 'has_key', value: key });
    await database.query(`delete from ${resource_type} where id = 1001`);
  });

  it('is valid for every table and has one id column', async () => {
    for (const table of inventoryTables) {
      const columnTypes = Object.entries(tableColumns(table) ?? {}).map(([name, type]) => ({
        name,
        type,
      }));
      const match = {
        all: columnTypes.map(({ name: column }) => ({ column, operator: 'is_empty' as const })),
      };
      await database.exec(tableDefinition(table));
      const { fields } = await database.query(
        searchSql({ resource_type: table, match }, columnTypes),
      );
      expect([table, fields.filter(({ name }) => name === 'id')]).toEqual([
        table,
        [expect.anything()],
      ]);
      await compareNames(table, columnTypes);
    }
  });

  it('identifies a Kubernetes object by its address', () => {
    const columnTypes = ['context_name', 'namespace', 'name'].map((name) => ({
      name,
      type: 'text',
    }));
    expect(searchSql({ resource_type: 'kubernetes_pod' }, columnTypes)).toContain(
      `concat_ws('/', nullif("context_name", ''), nullif("namespace", ''), 'pods', nullif("name", ''))`,
    );
  });

  it('selects the id, name, region and account, and the columns of the rules', () => {
    const bucket = ['name', 'arn', 'region', 'account_id', 'versioning_enabled'];
    const match = {
      all: [{ column: 'versioning_enabled', operator: 'is', value: false }],
    } as const;
    const query = { resource_type: 'aws_s3_bucket', match: { all: [...match.all] } };
    const types = bucket.map((name) => ({
      name,
      type: name === 'versioning_enabled' ? 'boolean' : 'text',
    }));
    expect(searchSql(query, types)).toBe(
      `select "arn" as id, "name", "region", "account_id", "versioning_enabled"
from aws_s3_bucket
where ("versioning_enabled" = false)
order by 1`,
    );
  });
});
