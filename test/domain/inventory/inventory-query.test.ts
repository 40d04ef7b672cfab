import { queryInventory } from '#lib/domain/inventory/queries/inventory-query.service.ts';
import {
  type InventoryAnswer,
  inventoryQuery,
} from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import { awsProduction } from '#lib/engine/collectors/sample/aws-production.ts';
import { type SampleAccount, sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openTestSql } from '#test/support/sql.ts';
import { refusalFrom } from '../scene.ts';
import { openScans } from './scan-scene.ts';

const world = openTestDatabase();
const sql = openTestSql();
afterAll(() => sql.close());

const openAccount = async (accountSql = sql) => {
  const scene = await openScans(world, { sql: accountSql, rules: [], sample: 'aws-production' });
  Object.assign(scene.account, awsProduction);
  const query = queryInventory({ ...scene, sql: accountSql });
  const ask = (text: string, overrides: object = {}, tenant_id = scene.tenant_id) => {
    const request = inventoryQuery.parse({ integration_type: 'aws', sql: text, ...overrides });
    return query({ ...request, tenant_id });
  };
  const rows = async (text: string, overrides?: object) => {
    const answer = await ask(text, overrides);
    if ('error' in answer) throw new Error(answer.error);
    return answer satisfies InventoryAnswer;
  };
  /** Scans another sample account, with the current data of this one. */
  const scanOther = async (sample: SampleAccount) => {
    const integration_id = sampleId(sample);
    await scene.inventory.startInventoryExecution(scene.root, { integration_id });
    await scene.idle();
    return integration_id;
  };
  return { ...scene, ask, rows, scanOther };
};

const names = 'select name from aws_s3_bucket order by name';

describe('a query over the last scans', () => {
  it('returns rows and their scans, and takes values beside the SQL', async () => {
    const { scan, rows, integration_id, account } = await openAccount();
    const { created_at } = await scan();
    const buckets = awsProduction.aws_s3_bucket ?? [];
    const all = await rows(names);
    expect(all.rows).toHaveLength(buckets.length);
    expect(all.sources).toMatchObject([{ integration_id, collected_at: created_at }]);
    const values = [buckets[0]?.name];
    const one = await rows('select name from aws_s3_bucket where name = $1', { values });
    expect(one).toMatchObject({ columns: ['name'], rows: [{ name: values[0] }] });
    expect(await rows(names, { limit: 1 })).toMatchObject({ truncated: true });
    account.aws_s3_bucket = [];
    await scan();
    expect((await rows(names)).rows).toEqual([]);
  });

  it('explains what to do where no scan can be queried', async () => {
    const { scan, ask, integration_id } = await openAccount();
    expect(await ask(names)).toEqual({
      error:
        '"Sample AWS production" has not been scanned yet. Scan it in Inventory, then try again.',
    });
    await scan();
    const filter = { integration_ids: [integration_id, 'int_gone'] };
    expect(await ask(names, filter)).toEqual({
      error: 'An integration of this query was deleted. Choose others.',
    });
    expect(await ask(names, { integration_type: 'gcp' })).toEqual({
      error: expect.stringMatching(/^"Sample .*" has not been scanned yet\./),
    });
  });

  it('explains an unread or unknown table, and SQL that Postgres refuses', async () => {
    const { scan, ask, account } = await openAccount();
    const reason = 'The role may not call s3:ListAllMyBuckets.';
    account.aws_s3_bucket = reason;
    await scan();
    expect(await ask(names)).toEqual({
      error:
        'The last scan of "Sample AWS production" could not read the table aws_s3_bucket. ' +
        reason,
    });
    expect(await ask('select * from kubernetes_ingress')).toEqual({
      error: 'The current Kubernetes version does not include support for this resource',
    });
    expect(await ask('select * from aws_unknown')).toEqual({
      error: 'The inventory has no table "aws_unknown".',
    });
    expect(await ask('select $1::text, $2::text')).toEqual({
      error: 'The SQL of the query failed: it uses values up to $2, but 0 are given.',
    });
    expect(await ask('select 1; select 2')).toEqual({
      error: 'The SQL of the query failed: write a single SELECT.',
    });
    expect(await ask('drop table aws_s3_bucket')).toEqual({
      error: expect.stringMatching(/^The SQL of the query failed: /),
    });
  });

  it('names the problems of its rows: a failed region, an unscanned account', async () => {
    const { scan, rows, account } = await openAccount();
    account.aws_s3_bucket = async function* half({ problem }) {
      problem('eu-west-3: AWS refused it.');
      yield awsProduction.aws_s3_bucket ?? [];
    };
    await scan();
    expect(await rows(names)).toMatchObject({
      partial: true,
      problems: [
        '"Sample AWS sandbox" has not been scanned yet.',
        '"Sample AWS production", aws_s3_bucket: eu-west-3: AWS refused it.',
      ],
    });
    expect(await rows('select count(*) from aws_iam_user')).toMatchObject({
      problems: ['"Sample AWS sandbox" has not been scanned yet.'],
    });
  });

  it('uses the accounts that were read, unless a failed account is named', async () => {
    const { scan, scanOther, ask, rows, account } = await openAccount();
    await scan();
    const reason = 'The role may not call s3:ListAllMyBuckets.';
    account.aws_s3_bucket = reason;
    const sandbox = await scanOther('aws-sandbox');
    const answer = await rows(names);
    expect(answer.rows).toHaveLength(awsProduction.aws_s3_bucket?.length ?? 0);
    expect(answer).toMatchObject({
      partial: true,
      problems: [`"Sample AWS sandbox", aws_s3_bucket: ${reason}`],
    });
    expect(await ask(names, { integration_ids: [sandbox, sampleId('aws-production')] })).toEqual({
      error: `The last scan of "Sample AWS sandbox" could not read the table aws_s3_bucket. ${reason}`,
    });
    // If a scan leaves a table out, nothing is shown of a table that was never read.
    delete account.aws_s3_bucket;
    await scanOther('aws-sandbox');
    expect(await rows(names)).toMatchObject({
      problems: ['"Sample AWS sandbox", aws_s3_bucket: The last scan did not read this table.'],
    });
  });

  it('returns earlier rows of a table that the last scan did not read, with a note', async () => {
    const { scan, rows, account, inventory, root, integration_id, idle } = await openAccount();
    await scan();
    const all = awsProduction.aws_s3_bucket?.length ?? 0;
    const filter = { integration_ids: [integration_id] };
    const reason = 'The role may not call s3:ListAllMyBuckets.';
    account.aws_s3_bucket = reason;
    await scan();
    const prefix = '"Sample AWS production", aws_s3_bucket:';
    const failed = await rows(names, filter);
    expect(failed.rows).toHaveLength(all);
    expect(failed).toMatchObject({
      partial: true,
      problems: [`${prefix} ${reason}`, `${prefix} These are the resources of the previous scan.`],
    });
    const { promise: readStarted, resolve: markStarted } = Promise.withResolvers<void>();
    account.aws_iam_user = async function* endless({ signal }) {
      markStarted();
      while (!signal.aborted) {
        yield [];
        await new Promise(setImmediate);
      }
    };
    const { _id: execution_id } = await inventory.startInventoryExecution(root, { integration_id });
    await readStarted;
    await inventory.cancelInventoryExecution(root, { execution_id });
    await idle();
    const cancelled = await rows('select count(*) from aws_iam_user', filter);
    expect(cancelled).toMatchObject({ partial: true, rows: [{ count: expect.anything() }] });
    expect((await rows(names, filter)).rows).toHaveLength(all);
  });

  it('has no rows of a table that no scan has read', async () => {
    const { scan, ask, account } = await openAccount();
    const reason = 'The role may not call s3:ListAllMyBuckets.';
    account.aws_s3_bucket = reason;
    await scan();
    await scan();
    expect(await ask(names)).toEqual({
      error:
        'The last scan of "Sample AWS production" could not read the table aws_s3_bucket. ' +
        reason,
    });
  });

  it('limits its rows for people, and shows the reason where SQL is refused', async () => {
    const { scan, inventory, root } = await openAccount();
    await scan();
    const request = { integration_type: 'aws', limit: 2, page: 1 } as const;
    const ask = (sql: string) => inventory.queryInventory(root, { ...request, values: [], sql });
    expect(await ask(names)).toMatchObject({ count: 2, truncated: true });
    expect(await refusalFrom(ask('select nme from aws_s3_bucket'))).toMatchObject({
      status: 400,
      message: 'The SQL of the query failed: column "nme" does not exist.',
      extra: { field: 'sql' },
    });
  });

  it('returns a busy error or 429 where its turn does not come', async () => {
    const small = openTestSql({ time: 10_000, answer: 1000, waiting: 1 });
    const { scan, inventory, root, tenant_id, ...scene } = await openAccount(small);
    await scan();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const otherQuery = small.using({ tenant_id: 'other', rows: '' }, {}, () => released);
    const request = inventoryQuery.parse({ integration_type: 'aws', sql: names });
    const impatient = queryInventory({ ...scene, sql: small, maxWaitMs: 1 });
    expect(await impatient({ ...request, tenant_id })).toEqual({
      error: 'The query waited too long for other queries to finish. Try again in a moment.',
      busy: true,
    });
    const key = { tenant_id, rows: '' };
    const waits = small.using(key, {}, async () => undefined);
    const call = inventory.queryInventory(root, request);
    expect(await refusalFrom(call)).toMatchObject({
      status: 429,
      message:
        'Queries of your organisation that are waiting: 1, which is the maximum. ' +
        'Try again in a moment.',
      extra: { headers: { 'retry-after': '5' } },
    });
    release();
    await Promise.all([otherQuery, waits]);
    await small.close();
  });

  it('is refused before it reads anything where the queue is full', async () => {
    const small = openTestSql({ time: 10_000, answer: 1000, waiting: 1 });
    const { scan, root, tenant_id, db, ...scene } = await openAccount(small);
    await scan();
    let readCount = 0;
    const send: typeof db.documents.send = (call) => {
      readCount += 1;
      return db.documents.send(call);
    };
    const countedDb = { ...db, documents: { send } };
    const queries = queryInventory({ ...scene, db: countedDb, sql: small, maxWaiting: 1 });
    const request = { ...inventoryQuery.parse({ integration_type: 'aws', sql: names }), tenant_id };
    expect(await queries(request)).toMatchObject({ count: expect.any(Number) });
    const readsOfOne = readCount;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const otherQuery = small.using({ tenant_id: 'other', rows: '' }, {}, () => released);
    const all = Array.from({ length: 50 }, () => queries(request));
    const answers = await Promise.all(all.slice(1));
    expect(answers.filter((one) => 'busy' in one && one.busy)).toHaveLength(49);
    // The first one waits, and the second one has noticed that.
    expect(readCount).toBe(3 * readsOfOne);
    release();
    expect(await all[0]).toMatchObject({ count: expect.any(Number) });
    await otherQuery;
    expect(await queries({ ...request, tenant_id: root.tenant_id })).not.toHaveProperty('busy');
    await small.close();
  });

  it('never reads the inventory of another organisation', async () => {
    const { scan, ask, integration_id } = await openAccount();
    await scan();
    expect(await ask(names, { integration_ids: [integration_id] }, 'org_other')).toEqual({
      error: 'An integration of this query was deleted. Choose others.',
    });
    expect(await ask(names, {}, 'org_other')).toEqual({
      error: 'There is no integration of this type yet. Add one, and scan it.',
    });
  });
});
