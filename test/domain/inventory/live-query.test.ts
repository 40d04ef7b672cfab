import { once } from 'node:events';
import { queryInventory } from '#lib/domain/inventory/queries/inventory-query.service.ts';
import { handedQuery } from '#lib/domain/inventory/queries/handed-query.schema.ts';
import {
  queryPassedTimeout,
  queryTookTooLong,
} from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import type { LiveDeps } from '#lib/domain/inventory/queries/live.service.ts';
import type { CollectAsked } from '#lib/ports/collector.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openTestSql } from '#test/support/sql.ts';
import { openScans } from './scan-scene.ts';

const world = openTestDatabase();
const sql = openTestSql();
afterAll(() => sql.close());

type More = {
  most?: LiveDeps['most'];
  patience?: number;
  isOver?: () => Promise<boolean>;
  tenant_id?: string;
};

const openAccount = async () => {
  const scene = await openScans(world, { sql, rules: [], sample: 'aws-production' });
  const { db, files, live, integration_id } = scene;
  const ask = (text: string, asked: object = {}, { most, tenant_id, ...more }: More = {}) => {
    const deps = { db, files, sql, live: { ...live, ...(most && { most }) }, look: 5, ...more };
    const chosen = { integration_type: 'aws', mode: 'live', integration_ids: [integration_id] };
    const whose = { tenant_id: tenant_id ?? scene.tenant_id, bot_exc_id: 'exc_1' };
    const query = handedQuery.parse({ ...chosen, sql: text, ...whose, ...asked });
    return queryInventory(deps)(query);
  };
  return { ...scene, ask };
};

const names = 'select name from aws_s3_bucket order by name';
const bucket = (name: string) => ({ name, arn: `arn:aws:s3:::${name}` });

/** A table that is read until nobody needs it any more. */
const endlessTable = () => {
  const seen = { begun: 0, ended: 0 };
  const rows = async function* rows({ signal }: CollectAsked) {
    seen.begun += 1;
    yield [bucket('first')];
    if (!signal.aborted) await once(signal, 'abort');
    seen.ended += 1;
  };
  return { seen, rows };
};

describe('a live query', () => {
  it('finds what there is now, whether or not there was a scan', async () => {
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

  it('reads the tables that its SQL names, wherever it names them, and no others', async () => {
    const { account, ask } = await openAccount();
    const read: string[] = [];
    for (const table of ['aws_s3_bucket', 'aws_iam_user', 'aws_kms_key']) {
      account[table] = async function* rows() {
        read.push(table);
        yield [{ name: table }];
      };
    }
    const text = 'select b.name as one, u.name as two from aws_s3_bucket b, aws_iam_user u';
    const rows = [{ one: 'aws_s3_bucket', two: 'aws_iam_user' }];
    expect(await ask(text)).toMatchObject({ rows });
    expect(read.sort()).toEqual(['aws_iam_user', 'aws_s3_bucket']);
  });

  it('counts no rows that a collector has read again', async () => {
    const { account, ask } = await openAccount();
    account.aws_s3_bucket = async function* rows({ again }: CollectAsked) {
      yield [bucket('old')];
      again();
      yield [bucket('new')];
    };
    expect(await ask(names)).toMatchObject({ rows: [{ name: 'new' }] });
  });

  it('says what could not be read, whole or in part', async () => {
    const { account, ask } = await openAccount();
    account.aws_iam_user = 'The role may not call iam:ListUsers.';
    expect(await ask('select * from aws_iam_user')).toEqual({
      error:
        'The live query could not read its data. "Sample AWS production", aws_iam_user: ' +
        'The role may not call iam:ListUsers.',
    });
    account.aws_s3_bucket = async function* rows({ problem }: CollectAsked) {
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

  it('names the integrations that it reads, which must be there', async () => {
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

  it('ends where there is more than it may read, or it takes too long', async () => {
    const { account, ask } = await openAccount();
    account.aws_s3_bucket = [{ name: 'x'.repeat(2000) }];
    const instead = 'Query the last scan instead, or fewer integrations.';
    expect(await ask(names, {}, { most: { time: 60_000, text: 1000 } })).toEqual({
      error:
        'The live query could not read its data. ' +
        `The tables of this query hold more than 0 MB. ${instead}`,
    });
    const { rows, seen } = endlessTable();
    account.aws_s3_bucket = rows;
    expect(await ask(names, {}, { most: { time: 20, text: 1000 } })).toEqual({
      error:
        'The live query could not read its data. Reading aws_s3_bucket live took longer than ' +
        `0.02 seconds. ${instead}`,
    });
    expect(await ask(names, {}, { patience: 20 })).toEqual({ error: queryTookTooLong });
    expect(seen.ended).toBe(seen.begun);
  });

  it('ends with the run that asks it', async () => {
    const { account, ask } = await openAccount();
    const { rows, seen } = endlessTable();
    account.aws_s3_bucket = rows;
    const isOver = async () => seen.begun > 0;
    expect(await ask(names, {}, { isOver })).toEqual({
      error: 'The run ended while its query was under way.',
    });
    expect(seen).toEqual({ begun: 1, ended: 1 });
  });

  it('ends with the time that its node gives it', async () => {
    const { account, ask } = await openAccount();
    const { rows, seen } = endlessTable();
    account.aws_s3_bucket = rows;
    expect(await ask(names, { within_ms: 20 })).toEqual({ error: queryPassedTimeout(20) });
    expect(seen.ended).toBe(seen.begun);
  });

  it('reads beside another one, each for itself', async () => {
    const { account, ask } = await openAccount();
    const both = Promise.withResolvers<void>();
    let begun = 0;
    account.aws_s3_bucket = async function* rows() {
      begun += 1;
      const mine = begun;
      if (begun === 2) both.resolve();
      await both.promise;
      yield [bucket(`seen by ${mine}`)];
    };
    const answers = await Promise.all([ask(names), ask(names)]);
    expect(answers).toMatchObject([
      { rows: [{ name: 'seen by 1' }] },
      { rows: [{ name: 'seen by 2' }] },
    ]);
  });
});
