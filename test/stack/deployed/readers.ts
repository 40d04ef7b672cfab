import { setTimeout as pause } from 'node:timers/promises';
import type { HandedJob } from '#lib/domain/agents/calls/call.schema.ts';
import { tableDefinition } from '#lib/domain/inventory/table-columns.ts';
import { type Product, tenantId } from '../../support/deployed-product.ts';
import { awsError } from '../../support/loopback.ts';
import { openPglite } from '../../support/pglite-server.ts';
import { callOf, facts, openCluster } from './cluster-program.ts';
import { connected } from './connected.ts';
import { unbegun } from './unbegun.ts';

type Ids = { tenant_id: string; scan_id: string };

const collected = async (product: Product, ids: Ids, table: string): Promise<object> => {
  expect(await product.invoke('inventory/plan', ids)).toMatchObject({
    tables: expect.arrayContaining([table]),
  });
  await product.invoke('inventory/collect', { ...ids, table });
  await product.invoke('inventory/publish', ids);
  const { scan_id: execution_id } = ids;
  return product.api.inventory.getInventoryExecution({ execution_id });
};

/** Who reads accounts that have no collector of our own. */
export const readers = (open: () => Product): void => {
  describe('an inventory', () => {
    it('is read of a cluster by its agent', async () => {
      const product = open();
      const program = await openCluster(product, 'Read cluster');
      const { accountId } = program;
      const claim = async (): Promise<HandedJob | undefined> => {
        const { body } = await callOf(product, program, 'claims', { facts, room: true });
        return body.job && JSON.parse(body.job.text);
      };
      expect(await claim()).toBeUndefined();
      const handed = async (): Promise<HandedJob> => {
        let job = await claim();
        for (; !job; job = await claim()) await pause(20);
        return job;
      };
      const scan_id = await unbegun(product, accountId, 0, 'kubernetes');
      const ids = { tenant_id: tenantId, scan_id };
      const working = (async () => {
        const { job_id, lease_id } = await handed();
        const page = { api: 'v1', resource: 'pods', items: [{ metadata: { name: 'a' } }] };
        const output = { pages: [{ ...page, begins: true, ends: true }] };
        await callOf(product, program, 'result', { job_id, lease_id, output });
      })();
      expect(await collected(product, ids, 'kubernetes_pod')).toMatchObject({ rows: 1 });
      await working;

      const execution_id = await unbegun(product, accountId, 0, 'kubernetes');
      const again = { tenant_id: tenantId, scan_id: execution_id };
      await product.invoke('inventory/plan', again);
      const table = 'kubernetes_pod';
      const reading = product.invoke('inventory/collect', { ...again, table });
      await handed();
      await product.api.inventory.cancelInventoryExecution({ execution_id });
      await reading;
      await product.invoke('inventory/publish', again);
      await product.api.integrations.deleteIntegration({ accountId });
    });

    it("is read by the operator's Steampipe, whose address is a secret", async () => {
      const product = open();
      const server = await openPglite(`create schema gcp; set search_path to gcp;
        ${tableDefinition('gcp_storage_bucket')};
        insert into gcp_storage_bucket (name) values ('one'), ('two');
        set search_path to public`);
      const { STEAMPIPE_SECRET_ID } = product.environment('inventory/collect');
      const others = product.answers.secretsmanager;
      product.answers.secretsmanager = (request) => {
        const { SecretId } = JSON.parse(request.body.toString());
        if (SecretId !== STEAMPIPE_SECRET_ID) return others?.(request) ?? awsError('Unknown');
        const headers = { 'content-type': 'application/x-amz-json-1.1' };
        return { headers, body: JSON.stringify({ SecretString: server.address }) };
      };
      const accountId = await connected(product, 'gcp', { project_id: 'project-1' });
      const scan_id = await unbegun(product, accountId, 0, 'gcp');
      const ids = { tenant_id: tenantId, scan_id };
      expect(await collected(product, ids, 'gcp_storage_bucket')).toMatchObject({ rows: 2 });
      await product.api.integrations.deleteIntegration({ accountId });
      await server.close();
    });
  });
};
