import { LambdaClient } from '@aws-sdk/client-lambda';
import { openQueries } from '#lib/aws/queries.ts';
import { tenantQuery } from '#lib/domain/inventory/queries/tenant-query.schema.ts';
import {
  inventoryQuery,
  queryTooSlowText,
} from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import { queryInventory } from '#lib/domain/inventory/queries/inventory-query.service.ts';
import type { Queries } from '#lib/ports/queries.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openTestSql } from '#test/support/sql.ts';
import { clientOf, type LoopbackAnswer, openLoopback } from '#test/support/loopback.ts';
import { openScans } from '../domain/inventory/scan-scene.ts';
import { queriesContract } from './queries.contract.ts';

const world = openTestDatabase();
const sql = openTestSql();
afterAll(() => sql.close());

const openInProcess = async () => {
  const { db, files, tenant_id, account, scan, live, integration_id } = await openScans(world, {
    sql,
    rules: [],
    sample: 'aws-production',
  });
  account.aws_s3_bucket = [{ name: 'site' }, { name: 'logs', versioning_enabled: true }];
  await scan();
  const queries: Queries = { ask: queryInventory({ db, files, sql, live }) };
  return { queries, tenant_id, integration_id, close: () => undefined };
};

queriesContract('the embedded server', openInProcess);

/** Lambda's API, with a function that behaves like `lambdas/inventory/query.ts`. */
const openFunction = async (answer: (payload: unknown) => unknown) => {
  const server = await openLoopback(async ({ body }): Promise<LoopbackAnswer> => {
    const result = await answer(JSON.parse(body.toString()));
    const { headers, ...rest } = Object(result);
    if (headers) return { headers, body: JSON.stringify(rest) };
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(result) };
  });
  const client = new LambdaClient(clientOf(server));
  const open = (maxWaitMs = 60_000) =>
    openQueries({ client, functionName: 'queries-inventory', maxWaitMs });
  const close = async () => {
    client.destroy();
    await server.close();
  };
  return { open, close };
};

queriesContract('Lambda', async () => {
  const inProcess = await openInProcess();
  const { open, close } = await openFunction((payload) =>
    inProcess.queries.ask(tenantQuery.parse(payload)),
  );
  return { ...inProcess, queries: open(), close };
});

describe('the function that runs queries', () => {
  const query = { ...inventoryQuery.parse({ integration_type: 'aws', sql: 'select 1' }) };
  const ask = (queries: Queries) => queries.ask({ ...query, tenant_id: 'org_1' });
  const headers = { 'x-amz-function-error': 'Unhandled' };

  it('reports a query that takes longer than allowed', async () => {
    const timeoutError = {
      headers,
      errorMessage: '2026-01-01T00:00:00Z x Task timed out after 120.00 s',
    };
    const { open, close } = await openFunction(() => timeoutError);
    expect(await ask(open())).toEqual({ error: queryTooSlowText });
    await close();
  });

  it('is awaited no longer than the caller can wait', async () => {
    const { open, close } = await openFunction(() => new Promise(() => undefined));
    expect(await ask(open(50))).toEqual({ error: queryTooSlowText });
    await close();
  });

  it('throws when it fails', async () => {
    const { open, close } = await openFunction(() => ({ headers, errorMessage: 'No memory' }));
    await expect(ask(open())).rejects.toThrow(/No memory/);
    await close();
  });
});
