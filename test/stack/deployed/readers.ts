import { type Product, tenantId } from '../../support/deployed-product.ts';
import {
  claimJob,
  openCluster,
  reportOnePod,
  waitForJob,
} from '../../support/deployed/cluster-program.ts';
import { storeIntegration } from '../../support/deployed/integration.ts';
import { openSteampipe } from '../../support/deployed/steampipe-service.ts';
import { createUnstartedScan } from '../../support/deployed/unstarted-scan.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

type Ids = { tenant_id: string; scan_id: string };

const collectTable = async (product: Product, ids: Ids, table: string): Promise<object> => {
  expect(await product.invoke('inventory/plan', ids)).toMatchObject({
    tables: expect.arrayContaining([table]),
  });
  await product.invoke('inventory/collect', { ...ids, table });
  await product.invoke('inventory/publish', ids);
  const { scan_id: execution_id } = ids;
  return product.api.inventory.getInventoryExecution({ execution_id });
};

/** Inventories of accounts that no collector of our own reads. */
export const scenario: Scenario = (open) => {
  describe('the inventory of an integration', () => {
    it('is collected from a cluster by its agent, and can be cancelled', async () => {
      const product = open();
      const program = await openCluster(product, 'Read cluster');
      const { accountId } = program;
      expect(await claimJob(product, program)).toBeUndefined();
      const scan_id = await createUnstartedScan(product, accountId, 0, 'kubernetes');
      const ids = { tenant_id: tenantId, scan_id };
      const working = reportOnePod(product, program);
      expect(await collectTable(product, ids, 'kubernetes_pod')).toMatchObject({ rows: 1 });
      await working;

      const execution_id = await createUnstartedScan(product, accountId, 0, 'kubernetes');
      const secondIds = { tenant_id: tenantId, scan_id: execution_id };
      await product.invoke('inventory/plan', secondIds);
      const table = 'kubernetes_pod';
      const reading = product.invoke('inventory/collect', { ...secondIds, table });
      await waitForJob(product, program);
      await product.api.inventory.cancelInventoryExecution({ execution_id });
      await reading;
      await product.invoke('inventory/publish', secondIds);
      await product.api.integrations.deleteIntegration({ accountId });
    });

    it("is collected by the operator's Steampipe, whose address is a secret", async () => {
      const product = open();
      const server = await openSteampipe(product);
      const accountId = await storeIntegration(product, 'gcp', { project_id: 'project-1' });
      const scan_id = await createUnstartedScan(product, accountId, 0, 'gcp');
      const ids = { tenant_id: tenantId, scan_id };
      expect(await collectTable(product, ids, 'gcp_storage_bucket')).toMatchObject({ rows: 2 });
      await product.api.integrations.deleteIntegration({ accountId });
      await server.close();
    });
  });
};
