import type { Sql } from '#lib/domain/inventory/sql.ts';
import {
  inventoryQuery,
  queryTooSlowText,
} from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import { queryInventory } from '#lib/domain/inventory/queries/inventory-query.service.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { noLive } from '#test/support/no-live.ts';
import { openTestSql } from '#test/support/sql.ts';
import { openSampleAccount, ruleById } from './sample-account.ts';

const world = openTestDatabase();
/** A query without time limit, which would run longer than any test. */
const sql = openTestSql({ time: 3600_000, answer: 1_000_000 });
afterAll(() => sql.close());

const endlessQuery = 'select count(*) from generate_series(1, 100000000000)';

/** The same, with `querySent`, which resolves once a rule's query has been sent. */
const observeQueries = () => {
  const { promise: querySent, resolve } = Promise.withResolvers<void>();
  const watchedSql: Sql = {
    using: (key, tables, work, turn) =>
      sql.using(
        key,
        tables,
        (ask) =>
          work((text, options) => {
            resolve();
            return ask(text, options);
          }),
        turn,
      ),
  };
  return { watchedSql, querySent };
};

const tls = ruleById('aws-s3-tls-only');

describe('a scan that evaluates rules', () => {
  it('can be cancelled during a rule; later queries are not blocked', async () => {
    const { watchedSql, querySent } = observeQueries();
    const account = await openSampleAccount(world, watchedSql, [{ ...tls, sql: endlessQuery }]);
    const { inventory, root, integration_id } = account;
    const { _id: execution_id } = await inventory.startInventoryExecution(root, { integration_id });
    await querySent;
    await inventory.cancelInventoryExecution(root, { execution_id });
    await account.idle();
    const ended = await inventory.getInventoryExecution(root, { execution_id });
    expect(ended.state).toBe('FAILED');
    expect(ended.cause).toContain('Cancelled by');
    expect((await account.rowsOf()).items).toEqual([]);
    expect((await account.rows('aws_s3_bucket')).length).toBeGreaterThan(0);
    const query = { integration_type: 'aws', sql: 'select name from aws_s3_bucket' } as const;
    const { count } = await inventory.queryInventory(root, inventoryQuery.parse(query));
    expect(count).toBeGreaterThan(0);
  });

  it('keeps earlier findings of rules that a narrowed scan does not evaluate', async () => {
    const otherRule = ruleById('aws-s3-versioned');
    const narrowed = { ...tls, frameworks: tls.frameworks.slice(0, 1) };
    const benchmark = narrowed.frameworks[0]?.benchmark ?? '';
    const skippedRule = {
      ...otherRule,
      frameworks: otherRule.frameworks.filter((one) => one.benchmark !== benchmark).slice(0, 1),
    };
    const account = await openSampleAccount(world, sql, [narrowed, skippedRule]);
    const { inventory, root, integration_id, tenant_id } = account;
    const first = await account.scan();
    const before = await account.resourcesOf(otherRule.rule_id);
    const nightly = { cron_expression: '30 1 * * *', tz_info: 'UTC' };
    const { _id: id } = await inventory.createInventorySchedule(root, {
      ...nightly,
      integration_id,
      compliance_checks: [benchmark],
    });
    account.time.now += 24 * 3600_000;
    const scheduled_time = '2026-03-02T01:30:00Z';
    expect(
      await account.tick({ kind: 'inventory', tenant_id, id, ...nightly, scheduled_time }),
    ).toBe('started');
    await account.idle();
    const { items: scans } = await inventory.listInventoryExecutions(root, { number_of_items: 9 });
    const second = scans.find(({ compliance_checks }) => compliance_checks?.includes(benchmark));
    expect(second).toMatchObject({ state: 'SUCCEEDED', evaluator_result: { rules: 1 } });
    expect(await account.resourcesOf(otherRule.rule_id)).toEqual(before);
    expect((await account.resourcesOf(tls.rule_id)).items[0]).toMatchObject({
      first_seen: first.created_at,
      last_seen: second?.created_at,
    });
    expect(await account.rowOf(tls.rule_id)).toMatchObject({ not_asked: [] });
    expect(await account.rowOf(otherRule.rule_id)).toMatchObject({
      not_asked: [{ integration_id, asked_at: first.created_at }],
    });
    const otherBenchmark = skippedRule.frameworks[0]?.benchmark;
    const lines = await account.compliance.exportCompliance(root, { benchmark: otherBenchmark });
    const from = `This finding is from the scan of ${first.created_at}.`;
    const suffix = `The last scan did not evaluate this rule. ${from}`;
    const marked = lines.items.flatMap(({ Details }) =>
      Details.endsWith(suffix) ? [Details] : [],
    );
    expect(marked.toSorted()).toEqual(
      before.items.map(({ details }) => `${details} ${suffix}`).toSorted(),
    );
    const third = await account.scanLater(24);
    expect(third.evaluator_result?.rules).toBe(2);
    expect(await account.rowOf(otherRule.rule_id)).toMatchObject({ not_asked: [] });
    const { items } = await account.resourcesOf(otherRule.rule_id);
    expect(items[0]).toMatchObject({ first_seen: first.created_at, last_seen: third.created_at });
  });

  it('reports a rule whose result names a resource twice', async () => {
    const twice = { ...tls, sql: `${tls.sql}\nunion all\n${tls.sql}` };
    const account = await openSampleAccount(world, sql, [twice]);
    expect(await account.scan()).toMatchObject({
      state: 'SUCCEEDED',
      evaluator_result: { run_errors: 1 },
    });
    const [error] = (await account.rowOf(tls.rule_id))?.run_errors ?? [];
    expect(error?.message).toMatch(
      /^The query returns "arn:.*" twice. Return one row for each resource.$/,
    );
  });
});

describe('a query by a person', () => {
  it('is stopped after the maximum wait, and the next query runs', async () => {
    const { db, files, tenant_id, scan } = await openSampleAccount(world, sql, []);
    await scan();
    const runQuery = (maxWaitMs: number, text: string) =>
      queryInventory({ db, files, sql, live: noLive, maxWaitMs })({
        tenant_id,
        ...inventoryQuery.parse({ integration_type: 'aws', sql: text }),
      });
    // On a busy machine a query may be cancelled before its turn; the answer then says so.
    const timedOutQuery = async (waitMs = 100): Promise<unknown> => {
      const outcome = await runQuery(waitMs, endlessQuery);
      return 'busy' in outcome ? timedOutQuery(2 * waitMs) : outcome;
    };
    expect(await timedOutQuery()).toEqual({ error: queryTooSlowText });
    expect(await runQuery(60_000, 'select 1 as one')).toMatchObject({ rows: [{ one: 1 }] });
  });
});
