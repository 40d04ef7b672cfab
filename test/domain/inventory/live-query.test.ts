import { once } from 'node:events';
import { queryInventory } from '#lib/domain/inventory/queries/inventory-query.service.ts';
import { tenantQuery } from '#lib/domain/inventory/queries/tenant-query.schema.ts';
import {
  queryTimeoutText,
  queryTooSlowText,
} from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import type { LiveDeps } from '#lib/domain/inventory/queries/live-tables.service.ts';
import type { CollectRequest } from '#lib/ports/collector.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openTestSql } from '#test/support/sql.ts';
import { openScans } from './scan-scene.ts';

const world = openTestDatabase();
const sql = openTestSql();
afterAll(() => sql.close());

type LiveOptions = {
  liveLimits?: LiveDeps['liveLimits'];
  maxWaitMs?: number;
  isOver?: () => Promise<boolean>;
  tenant_id?: string;
};

const openAccount = async () => {
  const scene = await openScans(world, { sql, rules: [], sample: 'aws-production' });
  const { db, files, live, integration_id } = scene;
  const ask = (
    text: string,
    overrides: object = {},
    { liveLimits, tenant_id, ...otherOptions }: LiveOptions = {},
  ) => {
    const deps = {
      db,
      files,
      sql,
      live: { ...live, ...(liveLimits && { liveLimits }) },
      pollMs: 5,
      ...otherOptions,
    };
    const defaults = { integration_type: 'aws', mode: 'live', integration_ids: [integration_id] };
    const owner = { tenant_id: tenant_id ?? scene.tenant_id, bot_exc_id: 'exc_1' };
    const query = tenantQuery.parse({ ...defaults, sql: text, ...owner, ...overrides });
    return queryInventory(deps)(query);
  };
  return { ...scene, ask };
};

const names = 'select name from aws_s3_bucket order by name';
const bucket = (name: string) => ({ name, arn: `arn:aws:s3:::${name}` });

/** A table that is read until nobody needs it any more. */
const endlessTable = () => {
  const counts = { begun: 0, ended: 0 };
  const rows = async function* rows({ signal }: CollectRequest) {
    counts.begun += 1;
    try {
      yield [bucket('first')];
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      // The reader may stop at the first rows.
      counts.ended += 1;
    }
  };
  return { counts, rows };
};

describe('a live query', () => {
  it('reads the current resources, with or without a scan', async () => {
    const { account, ask, scan, time, integration_id } = await openAccount();
    account.aws_s3_bucket = [bucket('logs')];
    expect(await ask(names)).toMatchObject({ rows: [{ name: 'logs' }] });
    await scan();
    account.aws_s3_bucket = [bucket('logs'), bucket('site')];
    time.now += 60_000;
    const collected_at = new Date(time.now).toISOString();
    expect(await ask(names)).toMatchObject({
      rows: [{ name: 'logs' }, { name: 'site' }],
      sources: [{ integration_id, alias: 'Sample AWS production', collected_at }],
    });
    expect(await ask(names, { mode: 'last_scan' })).toMatchObject({ rows: [{ name: 'logs' }] });
  });

  it('reads exactly the tables that its SQL names', async () => {
    const { account, ask } = await openAccount();
    const readTables: string[] = [];
    for (const table of ['aws_s3_bucket', 'aws_iam_user', 'aws_kms_key']) {
      account[table] = async function* rows() {
        readTables.push(table);
        yield [{ name: table }];
      };
    }
    const text = 'select b.name as one, u.name as two from aws_s3_bucket b, aws_iam_user u';
    const rows = [{ one: 'aws_s3_bucket', two: 'aws_iam_user' }];
    expect(await ask(text)).toMatchObject({ rows });
    expect(readTables.sort()).toEqual(['aws_iam_user', 'aws_s3_bucket']);
  });

  it('drops rows that a collector reads again', async () => {
    const { account, ask } = await openAccount();
    account.aws_s3_bucket = async function* rows({ again }: CollectRequest) {
      yield [bucket('old')];
      again();
      yield [bucket('new')];
    };
    expect(await ask(names)).toMatchObject({ rows: [{ name: 'new' }] });
  });

  it('reports data that could not be read, wholly or partly', async () => {
    const { account, ask } = await openAccount();
    account.aws_iam_user = 'The role may not call iam:ListUsers.';
    expect(await ask('select * from aws_iam_user')).toEqual({
      error:
        'The live query could not read its data. "Sample AWS production", aws_iam_user: ' +
        'The role may not call iam:ListUsers.',
    });
    account.aws_s3_bucket = async function* rows({ problem }: CollectRequest) {
      problem('eu-west-1: AWS refused it.');
      yield [bucket('logs')];
    };
    expect(await ask(names)).toMatchObject({
      rows: [{ name: 'logs' }],
      partial: true,
      problems: ['"Sample AWS production", aws_s3_bucket: eu-west-1: AWS refused it.'],
    });
    expect(await ask('select * from aws_kms_key')).toEqual({
      error: 'The table aws_kms_key cannot be read for these integrations.',
    });
    expect(await ask('select nme from aws_s3_bucket')).toEqual({
      error: 'The SQL of the live query failed: column "nme" does not exist.',
    });
  });

  it('requires integrations that exist in its organisation', async () => {
    const { ask, integration_id } = await openAccount();
    expect(await ask(names, { integration_ids: [] })).toEqual({
      error: 'Choose the integrations that a live query reads.',
    });
    expect(await ask(names, { integration_ids: [integration_id, 'int_gone'] })).toEqual({
      error: 'An integration of this query was deleted. Choose others.',
    });
    expect(await ask(names, {}, { tenant_id: 'org_other' })).toEqual({
      error: 'An integration of this query was deleted. Choose others.',
    });
  });

  it('ends where the data is too large or reading takes too long', async () => {
    const { account, ask } = await openAccount();
    account.aws_s3_bucket = [{ name: 'x'.repeat(2000) }];
    const instead = 'Query the last scan instead, or fewer integrations.';
    expect(await ask(names, {}, { liveLimits: { time: 60_000, text: 1000 } })).toEqual({
      error:
        'The live query could not read its data. ' +
        `The tables of this query hold more than 0 MB. ${instead}`,
    });
    const { rows, counts } = endlessTable();
    account.aws_s3_bucket = rows;
    expect(await ask(names, {}, { liveLimits: { time: 20, text: 1000 } })).toEqual({
      error:
        'The live query could not read its data. Reading aws_s3_bucket live took longer than ' +
        `0.02 seconds. ${instead}`,
    });
    expect(await ask(names, {}, { maxWaitMs: 20 })).toEqual({ error: queryTooSlowText });
    expect(counts.ended).toBe(counts.begun);
  });

  it('ends when its run ends', async () => {
    const { account, ask } = await openAccount();
    const { rows, counts } = endlessTable();
    account.aws_s3_bucket = rows;
    const isOver = async () => counts.begun > 0;
    expect(await ask(names, {}, { isOver })).toEqual({
      error: 'The run ended while its query was under way.',
    });
    expect(counts).toEqual({ begun: 1, ended: 1 });
  });

  it('ends at the timeout of its node', async () => {
    const { account, ask } = await openAccount();
    const { rows, counts } = endlessTable();
    account.aws_s3_bucket = rows;
    expect(await ask(names, { within_ms: 20 })).toEqual({ error: queryTimeoutText(20) });
    expect(counts.ended).toBe(counts.begun);
  });

  it('runs beside another live query with its own rows', async () => {
    const { account, ask } = await openAccount();
    const both = Promise.withResolvers<void>();
    let startedCount = 0;
    account.aws_s3_bucket = async function* rows() {
      startedCount += 1;
      const ownNumber = startedCount;
      if (startedCount === 2) both.resolve();
      await both.promise;
      yield [bucket(`seen by ${ownNumber}`)];
    };
    const answers = await Promise.all([ask(names), ask(names)]);
    expect(answers).toMatchObject([
      { rows: [{ name: 'seen by 1' }] },
      { rows: [{ name: 'seen by 2' }] },
    ]);
  });
});
