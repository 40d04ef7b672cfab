import { awsRights } from '#lib/engine/aws-rights.ts';
import { check } from '#lib/engine/check.ts';
import type { InventoryOutcome } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import type { Queries } from '#lib/ports/queries.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw, drawRun } from '#test/support/drawing.ts';
import { integrationId, nodeWorld, tenant_id } from './nodes/node-world.ts';
import { openHttpTarget } from './http-target.ts';
import { engineWorld } from './world.ts';

type AskedQuery = Parameters<Queries['ask']>[0];

const answerOf = (rows: Record<string, unknown>[]): InventoryOutcome => ({
  columns: Object.keys(rows[0] ?? {}),
  rows,
  count: rows.length,
  truncated: false,
  partial: false,
  problems: [],
  sources: [{ integration_id: integrationId, alias: 'Production', collected_at: '2026-03-01' }],
});

/** An inventory with a scripted answer, which records its queries. */
const scriptedQueries = (answer: (query: AskedQuery) => InventoryOutcome) => {
  const asked: AskedQuery[] = [];
  const queries: Queries = {
    ask: async (query) => {
      asked.push(query);
      return answer(query);
    },
  };
  return { queries, asked };
};

const sql = 'select arn as id, name from aws_s3_bucket where region = $1';
const buckets = [
  { id: 'arn:logs', name: 'logs' },
  { id: 'arn:site', name: 'site' },
];

describe('an inventory query node', () => {
  it('queries the data of its tenant and returns rows with their sources', async () => {
    const { queries, asked } = scriptedQueries(() => answerOf(buckets));
    const settings = { sql, values: ['eu-west-1'], limit: 5 };
    const outcome = await nodeWorld({ queries }).perform('steampipe_query', settings);
    const query = { integration_type: 'aws', sql, values: ['eu-west-1'], limit: 5 };
    expect(asked).toEqual([{ ...query, mode: 'last_scan', page: 1, tenant_id }]);
    expect(outcome).toEqual({ type: 'done', output: answerOf(buckets), handle: 'next' });
  });

  it('queries the chosen integrations', async () => {
    const { queries, asked } = scriptedQueries(() => answerOf([]));
    const integrations = [{ type: 'aws', id: integrationId }];
    await nodeWorld({ queries }).perform('steampipe_query', { sql: 'select 1', integrations });
    expect(asked).toMatchObject([{ integration_ids: [integrationId] }]);
  });

  it('reads the page of an expression and refuses invalid pages', async () => {
    const { queries, asked } = scriptedQueries(() => answerOf(buckets));
    const world = nodeWorld({ queries });
    await world.perform('steampipe_query', { sql, page: 3 });
    expect(asked).toMatchObject([{ page: 3 }]);
    for (const page of [0, 1.5, 'two', 20_000]) {
      expect(world.begin('steampipe_query', { sql, page })).toMatchObject({
        type: 'failed',
        error: expect.stringMatching(/^The page must be /),
      });
    }
  });

  it('fails when the expression of its page has no value', () => {
    const page = '{% $nodes.list.next_page %}';
    const world = nodeWorld({ node: { sql, page } });
    for (const missingPage of [undefined, null]) {
      expect(world.begin('steampipe_query', { sql, page: missingPage })).toEqual({
        type: 'failed',
        retry: 'no',
        error:
          `Page: ${page} has no value, so no page was read. ` +
          'It must be a whole number from 1. Branch off before this node if there is no next page.',
      });
    }
    expect(world.begin('steampipe_query', { sql, page: 2 })).toMatchObject({ type: 'effect' });
  });

  it('fails with the error of its SQL', async () => {
    const error = 'The SQL of the query failed: column "nme" does not exist.';
    const { queries } = scriptedQueries(() => ({ error }));
    const failed = await nodeWorld({ queries }).perform('steampipe_query', { sql: 'select nme' });
    expect(failed).toEqual({ type: 'failed', error });
  });

  it('records only the beginning of many values in its input', async () => {
    const arnOf = (n: number) => `arn:aws:s3:::a-bucket-with-a-name-${n}`;
    const values = [Array.from({ length: 8000 }, (_, n) => arnOf(n))];
    const sql = 'select name from aws_s3_bucket where arn = any($1)';
    const { begin } = nodeWorld();
    const { input } = begin('steampipe_query', { sql, values }) as { input: { values: string } };
    expect(input.values).toMatch(/^\[\["arn:aws:s3:::a-bucket-with-a-name-0",.*…$/);
    expect(input.values.length).toBeLessThan(2100);
  });

  it('accepts lists and missing values and refuses values that are not JSON', () => {
    const { begin } = nodeWorld();
    const values = [['a', 'b'], undefined, 7];
    expect(begin('steampipe_query', { sql, values })).toMatchObject({
      input: { values: [['a', 'b'], null, 7] },
    });
    expect(begin('steampipe_query', { sql, values: [() => 1] })).toEqual({
      type: 'failed',
      error: 'A value of the query cannot be written as JSON.',
      retry: 'no',
    });
  });
});

describe('a bot that queries the inventory', () => {
  const database = openTestDatabase();
  const target = openHttpTarget();
  const queryGraph = (settings: object) =>
    draw('start -> list:steampipe_query -> end', { list: { ...settings } });
  const aws = (count: number) =>
    Array.from({ length: count }, () => ({ type: 'aws', id: integrationId }));
  const problems = (settings: object) => check(queryGraph(settings)).map(({ message }) => message);

  it.each<[string, object, string]>([
    ['without SQL', {}, 'SQL: Write a query.'],
    ['with only a comment', { sql: '-- later' }, 'SQL: Write a query.'],
    [
      'with an expression in the SQL',
      { sql: "select '{% $event.region %}'" },
      'SQL: SQL must not contain expressions. Use $1, $2.',
    ],
    [
      'with a write',
      { sql: 'delete from aws_s3_bucket' },
      'SQL: A query only reads: begin it with SELECT or WITH.',
    ],
    [
      'with several statements',
      { sql: "select ';' as one; select 2" },
      'SQL: Write only one statement.',
    ],
    ['with too few values', { sql }, 'Values: The SQL reads $1, which has no value here.'],
    [
      'with too many values',
      { sql: "select '$1'", values: ['a'] },
      'Values: The SQL does not read $1. Remove the value.',
    ],
    [
      'with an integration of another type',
      { sql: 'select 1', integrations: [{ type: 'gcp', id: integrationId }] },
      'Integrations: The query reads the tables of another type. ' +
        'Choose integrations of that type.',
    ],
    [
      'with an integration that is still to be chosen',
      { sql: 'select 1', integrations: [{ type: 'aws' }] },
      'Integrations: Choose one of the integrations.',
    ],
    ['with no limit', { sql: 'select 1', limit: 0 }, 'Maximum rows: '],
    ['with no page', { sql: 'select 1', page: 0 }, 'Page: '],
    [
      'with a page that is a word',
      { sql: 'select 1', page: 'next' },
      'Page: Write one expression between {% and %}.',
    ],
    [
      'that reads live, without integrations',
      { sql: 'select 1', mode: 'live' },
      'Integrations: Choose the integrations to read live.',
    ],
    [
      'that reads more live than can be read',
      { sql: 'select 1', mode: 'live', integrations: aws(11) },
      'Integrations: A live query reads up to 10 integrations. Choose fewer.',
    ],
  ])('is refused %s', (_, settings, message) => {
    expect(problems(settings)).toEqual([expect.stringContaining(`"list", ${message}`)]);
  });

  it.each([
    'with one as (select 1) select * from one;',
    "(select ';' as a) -- done; truly\n",
    '/* why; */ select $$a;b$$ as text',
    String.raw`select e'\'; still a text'`,
  ])('accepts the query %s', (text) => {
    expect(problems({ sql: text })).toEqual([]);
  });

  const drawing = `
    start -> list:steampipe_query -> ask:approval -approved-> each:loop
    each -body-> fix:http_request -> done:loop_end -> end
    ask -rejected-> no:end`;

  const settings = () => ({
    list: { sql, values: ['{% $event.region %}'] },
    ask: {
      message: 'These?',
      resources: '{% $nodes.list.rows %}',
      resources_total: '{% $nodes.list.count %}',
      reread: 'list',
    },
    each: { items_to_iterate: '{% $nodes.ask.resources %}' },
    fix: { method: 'POST', url: target.url('fix'), body: '{% $loop.item.name %}' },
  });

  it('acts only on approved rows that have not changed', async () => {
    target.answer = () => ({ body: 'ok' });
    let rows: Record<string, unknown>[] = buckets;
    const { queries, asked } = scriptedQueries(() => answerOf(rows));
    const world = engineWorld(database, [target.pair()], { peers: { queries } });
    const graph = draw(drawing, settings());
    const id = await world.start(graph, { region: "'; drop table aws_s3_bucket --" });
    const finalRun = await world.drive(id, {
      onPause: () => {
        rows = [buckets[0] ?? {}, { id: 'arn:site', name: 'renamed' }];
      },
    });
    expect(drawRun(graph, finalRun)).toMatch(/^start -> list -> ask -approved-> each.*SUCCEEDED$/);
    expect(asked).toHaveLength(2);
    expect(asked[0]?.values).toEqual(["'; drop table aws_s3_bucket --"]);
    expect(asked[0]?.sql).toBe(sql);
    expect(finalRun.results.ask?.output).toMatchObject({
      resources: [buckets[0]],
      drifted: [{ id: 'arn:site', why: 'changed' }],
    });
    expect(target.seen.map(({ body }) => String(body))).toEqual(['logs']);
  });

  it('queries the inventory in a dry run too', async () => {
    const { queries } = scriptedQueries(() => answerOf(buckets));
    const world = engineWorld(database, [], { peers: { queries } });
    const id = await world.start(queryGraph({ sql: 'select 1' }), {}, undefined, { dry_run: true });
    const { results } = await world.drive(id);
    expect(results.list?.output).toMatchObject({ count: 2, rows: buckets });
  });

  it('reads page after page in a loop until the last one', async () => {
    const all = Array.from({ length: 5 }, (_, n) => ({ id: `b${n}` }));
    const { queries, asked } = scriptedQueries(({ page = 1, limit }) => {
      const rows = all.slice((page - 1) * limit, page * limit);
      const next = page * limit < all.length ? { next_page: page + 1 } : {};
      return { ...answerOf(rows), ...next };
    });
    const graph = draw('start -> each:loop -> list:steampipe_query -> done:loop_end -> end', {
      each: {
        loop_type: 'while',
        condition: '{% $loop.index = 0 or $exists($loop.last.next_page) %}',
      },
      list: { sql: 'select 1', limit: 2, page: '{% $loop.index + 1 %}' },
    });
    expect(check(graph)).toEqual([]);
    const world = engineWorld(database, [], { peers: { queries } });
    const finalRun = await world.drive(await world.start(graph));
    expect([finalRun.state, finalRun.errors]).toEqual(['SUCCEEDED', []]);
    expect(asked.map(({ page }) => page)).toEqual([1, 2, 3]);
  });

  it('runs an iteration for each of 10,000 rows', async () => {
    const row = (n: number) => ({ id: `arn:bucket:${n}`, name: `b${n}` });
    const rows = Array.from({ length: 10_000 }, (_, n) => row(n));
    const { queries } = scriptedQueries(() => answerOf(rows));
    const graph = draw(
      `start -> list:steampipe_query -> each:loop -> odd:condition -yes-> done:loop_end -> end`,
      {
        list: { sql: 'select 1', limit: 10_000 },
        each: { items_to_iterate: '{% $nodes.list.rows %}', max_concurrency: 10 },
        odd: { expression: '{% $contains($loop.item.name, "1") %}' },
      },
    );
    const world = engineWorld(database, [], { peers: { queries } });
    const finalRun = await world.drive(await world.start(graph));
    expect(finalRun.errors).toEqual([]);
    expect(finalRun.results.each?.lanes).toMatchObject({ planned: 10_000, succeeded: 10_000 });
  });
});

describe('a bot that reads an account live', () => {
  const database = openTestDatabase();
  const text = 'select arn as id from aws_s3_bucket';
  const live = { mode: 'live', sql: text, integrations: [{ type: 'aws', id: integrationId }] };
  const queryGraph = (settings: object = live) =>
    draw('start -> list:steampipe_query -> end', { list: { ...settings } });

  it('has rights for the AWS calls of the tables in its SQL', async () => {
    const rights = await awsRights(queryGraph());
    const rightFields = { integration_id: integrationId };
    expect(rights).toContainEqual({
      ...rightFields,
      permission: 's3:ListAllMyBuckets',
      where: 'global',
    });
    expect(rights.every(({ permission }) => !permission.startsWith('iam:'))).toBe(true);
    const twoTables = { ...live, sql: `${text} union all select arn from aws_ebs_snapshot` };
    expect(await awsRights(queryGraph(twoTables))).toContainEqual({
      ...rightFields,
      permission: 'ec2:DescribeSnapshots',
      where: 'any',
    });
    expect(await awsRights(queryGraph({ ...live, mode: 'last_scan' }))).toEqual([]);
  });

  it('passes its run id, and fails without a right for the call', async () => {
    const { queries, asked } = scriptedQueries(() => answerOf(buckets));
    const world = engineWorld(database, [], { peers: { queries } });
    const rights = await awsRights(queryGraph());
    const id = await world.start(queryGraph());
    expect((await world.drive(id)).state).toBe('SUCCEEDED');
    expect(asked).toMatchObject([
      { mode: 'live', bot_exc_id: id, integration_ids: [integrationId] },
    ]);
    const { perform } = nodeWorld({ queries, rights: rights.slice(1), node: live });
    const [missingRight] = rights;
    expect(await perform('steampipe_query', live)).toMatchObject({
      type: 'failed',
      retry: 'no',
      error: expect.stringContaining(`published without the call ${missingRight?.permission}`),
    });
    expect(asked).toHaveLength(1);
  });
});
