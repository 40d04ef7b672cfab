import { readFileSync } from 'node:fs';
import type { Transaction } from '@electric-sql/pglite';
import { PGlite } from '#lib/engine/sql/pglite.ts';
import { tablesReadBy } from '#lib/domain/compliance/rule-sql.rules.ts';
import { complianceTypes } from '#lib/domain/compliance/benchmark.schema.ts';
import {
  findingStatuses,
  type Rule,
  rule as ruleSchema,
  ruleColumns,
} from '#lib/domain/compliance/rule.schema.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import { integrationTypesOf } from '#lib/domain/bots/integration.rules.ts';
import { readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import { resourceQueryOf } from '#lib/domain/inventory/resources/resource-search.ts';
import { predicateOf } from '#lib/domain/inventory/search/predicate.rules.ts';
import { tableColumns, tableDefinition } from '#lib/domain/inventory/table-columns.ts';
import { libraryBots } from '#lib/domain/library/library-bots.ts';
import { everyIn } from '#test/support/every-in.ts';
import { defaultLocations, type Fixture, type Fixtures, type Row, type Rows } from './rows.ts';

const files = [
  ...everyIn<{ fixtures: Fixtures }>('test/domain/compliance/fixtures/aws'),
  ...everyIn<{ fixtures: Fixtures }>('test/domain/compliance/fixtures/azure'),
  ...everyIn<{ fixtures: Fixtures }>('test/domain/compliance/fixtures/gcp'),
  ...everyIn<{ fixtures: Fixtures }>('test/domain/compliance/fixtures/kubernetes'),
].map((file) => file[1].fixtures);
const fixtures: Fixtures = Object.assign({}, ...files);
const empty: Fixture = { violating: {}, conforming: {} };

type Answer = Record<(typeof ruleColumns)[number], string | null>;

let database: PGlite;
/** The tables created so far. */
const createdTables = new Set<string>();

beforeAll(async () => {
  database = await PGlite.create();
});

afterAll(() => database.close());

const createTables = async (tables: Iterable<string>): Promise<void> => {
  for (const table of tables) {
    if (createdTables.has(table)) continue;
    await database.exec(tableDefinition(table));
    createdTables.add(table);
  }
};

const fill = async (
  transaction: Transaction,
  table: string,
  rows: readonly Row[],
): Promise<void> => {
  const columns = tableColumns(table) ?? {};
  const unknownColumns = rows.flatMap((row) => Object.keys(row).filter((name) => !columns[name]));
  expect(unknownColumns).toEqual([]);
  await transaction.query(
    `insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", $1)`,
    [JSON.stringify(rows)],
  );
};

/** The rows, with default locations added. */
const withLocations = (rows: Rows): Rows =>
  Object.fromEntries(
    Object.entries(rows).map(([table, tableRows]) => {
      const locations = Object.entries(defaultLocations).filter(
        ([name]) => tableColumns(table)?.[name],
      );
      return [table, tableRows.map((row): Row => ({ ...Object.fromEntries(locations), ...row }))];
    }),
  );

/** The query's answers for these rows, which are removed afterwards. */
const answersOf = async (sql: string, rows: Rows): Promise<Answer[]> => {
  await createTables([...tablesReadBy(sql), ...Object.keys(rows)]);
  return database.transaction(async (transaction) => {
    for (const [table, tableRows] of Object.entries(rows))
      await fill(transaction, table, tableRows);
    const { rows: answers, fields } = await transaction.query<Answer>(sql);
    expect(fields.map(({ name }) => name)).toEqual([...ruleColumns]);
    const resources = answers.flatMap(({ resource }) => resource ?? []);
    expect(resources).toEqual([...new Set(resources)]);
    await transaction.rollback();
    return answers;
  });
};

/** The ids that a query returns for these rows, which are removed afterwards. */
const idsOf = async (sql: string, rows: Rows): Promise<string[]> => {
  await createTables([...tablesReadBy(sql), ...Object.keys(rows)]);
  return database.transaction(async (transaction) => {
    for (const [table, tableRows] of Object.entries(rows))
      await fill(transaction, table, tableRows);
    const { rows: found } = await transaction.query<{ id: string }>(sql);
    await transaction.rollback();
    return found.map(({ id }) => id);
  });
};

/** A rule's result for these rows: one status, and sentences about named resources. */
const verdictOf = async ({ sql, resource_type }: Rule, rows: Rows): Promise<string[]> => {
  const locatedRows = withLocations(rows);
  const answers = await answersOf(sql, locatedRows);
  const columns = Object.entries(tableColumns(resource_type) ?? {});
  const types = columns.map(([name, type]) => ({ name, type }));
  for (const answer of answers) {
    expect(answer.resource).toMatch(/\S/);
    expect(answer.reason).toMatch(/^[A-Z][^\n]*[^\s.]\.$/);
    expect(answer.reason).not.toMatch(/ {2}|null|undefined|\[object/);
    expect(answer.account_id).toMatch(/\S/);
    expect(answer.region).toMatch(/\S/);
    const search = resourceQueryOf(resource_type, String(answer.resource));
    if (!search) continue;
    // The console links a finding to its resource.
    const isFound = locatedRows[resource_type]?.some(predicateOf(search.match, types, 0));
    expect([answer.resource, isFound]).toEqual([answer.resource, true]);
  }
  return [...new Set(answers.map(({ status }) => status ?? 'none'))];
};

const namedRules = rules.map((rule) => [rule.rule_id, rule] as const);

describe('the list of rules', () => {
  it.each([
    ['aws', 90],
    ['azure', 20],
    ['gcp', 20],
    ['kubernetes', 20],
  ])('has rules for %s: at least %i', (type, minCount) => {
    const cloudRules = rules.filter(({ integration_type }) => integration_type === type);
    expect(cloudRules.length).toBeGreaterThanOrEqual(minCount);
  });

  it('gives each rule a unique id', () => {
    const ids = rules.map(({ rule_id }) => rule_id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('has a fixture for each rule, and none without a rule', () => {
    expect(Object.keys(fixtures).sort()).toEqual(rules.map(({ rule_id }) => rule_id).sort());
  });

  it.each(namedRules)('%s is complete, and begins with its cloud', (_, rule) => {
    expect(ruleSchema.parse(rule)).toEqual(rule);
    expect(rule.rule_id.split('-')[0]).toBe(rule.integration_type);
    expect(rule.frameworks.length).toBeGreaterThan(0);
  });

  it('has control numbers for its own rules only', () => {
    const numbered = complianceTypes.flatMap((type) =>
      Object.keys(
        JSON.parse(readFileSync(`lib/domain/compliance/controls/${type}.json`, 'utf8')) as object,
      ),
    );
    expect(numbered.sort()).toEqual(rules.map(({ rule_id }) => rule_id).sort());
  });

  it('names only fixes that exist', () => {
    const actions = new Set(readyMadeActions.map(({ _id }) => _id));
    const templates = new Set(libraryBots.map(({ _id }) => _id));
    const unknownFixes = rules.filter(({ fix }) =>
      fix === undefined
        ? false
        : 'action' in fix
          ? !actions.has(fix.action)
          : !templates.has(fix.library),
    );
    expect(unknownFixes).toEqual([]);
    expect(rules.filter(({ fix }) => fix !== undefined).length).toBeGreaterThanOrEqual(30);
  });
});

/** The types that the library's bots use for a cloud. */
const clouds: Record<string, readonly string[]> = { azure: ['azure', 'entra_id'] };

const rulesWithTemplate = rules.flatMap((rule) => {
  const id = rule.fix && 'library' in rule.fix ? rule.fix.library : undefined;
  const template = libraryBots.find(({ _id }) => _id === id);
  return template ? [{ id: rule.rule_id, rule, template }] : [];
});

describe('the fix of a rule', () => {
  it('belongs to the cloud of the rule', () => {
    const foreign = rulesWithTemplate.filter(({ rule, template }) => {
      const cloudTypes = clouds[rule.integration_type] ?? [rule.integration_type];
      return !integrationTypesOf(template.graph).some((type) => cloudTypes.includes(type));
    });
    expect(foreign.map(({ id }) => id)).toEqual([]);
    const actions = new Map(readyMadeActions.map((one) => [one._id, one.integration_type]));
    const foreignFixes = rules.filter(
      ({ fix, integration_type }) =>
        fix && 'action' in fix && actions.get(fix.action) !== integration_type,
    );
    expect(foreignFixes.map(({ rule_id }) => rule_id)).toEqual([]);
  });

  const queries = rulesWithTemplate.flatMap(({ template, ...one }) => {
    const queryNode = template.graph.nodes.find(({ type }) => type === 'steampipe_query');
    return queryNode ? [{ ...one, sql: String(queryNode.settings['sql']) }] : [];
  });
  it.each(queries)('queries the resources that its rule has found: $id', async (one) => {
    const rows = withLocations(fixtures[one.id]?.violating ?? {});
    const answers = await answersOf(one.rule.sql, rows);
    const found = answers.flatMap(({ status, resource }) => (status === 'alarm' ? resource : []));
    expect(found.length).toBeGreaterThan(0);
    expect(await idsOf(one.sql, rows)).toEqual(expect.arrayContaining(found));
  });
});

describe('the SQL of a rule', () => {
  it.each(namedRules)('%s reads known tables, including the table of its resources', (_, rule) => {
    const tables = tablesReadBy(rule.sql);
    expect(tables).toContain(rule.resource_type);
    expect(tables.filter((table) => tableColumns(table) === undefined)).toEqual([]);
  });

  it.each(namedRules)('%s returns no rows for empty tables', async (_, rule) => {
    expect(await answersOf(rule.sql, {})).toEqual([]);
  });

  it.each(namedRules)('%s accepts rows without any values', async (_, rule) => {
    const emptyRows = tablesReadBy(rule.sql).map((table) => [table, [{}]]);
    const answers = await answersOf(rule.sql, Object.fromEntries(emptyRows));
    for (const { status } of answers) expect(findingStatuses).toContain(status);
  });

  it.each(namedRules)('%s returns alarm for a violation', async (id, rule) => {
    expect(await verdictOf(rule, (fixtures[id] ?? empty).violating)).toEqual(['alarm']);
  });

  it.each(namedRules)('%s returns ok if there is no violation', async (id, rule) => {
    expect(await verdictOf(rule, (fixtures[id] ?? empty).conforming)).toEqual(['ok']);
  });

  const furtherCases = namedRules.flatMap(([id, rule]) =>
    Object.entries(fixtures[id]?.furtherCases ?? {}).map(([name, one]) => ({
      id,
      rule,
      name,
      ...one,
    })),
  );
  it.each(furtherCases)('$id returns $status for $name', async ({ rule, rows, status }) => {
    expect(await verdictOf(rule, rows)).toEqual([status]);
  });
});
