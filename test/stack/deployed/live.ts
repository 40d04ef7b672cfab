import type { InventoryType } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import type { Product } from '../../support/deployed-product.ts';
import { draw } from '../../support/drawing.ts';
import { eventually } from '../../support/eventually.ts';
import {
  claimJob,
  openCluster,
  reportOnePod,
  sendAgentCall,
  waitForJob,
} from '../../support/deployed/cluster-program.ts';
import { storeIntegration } from '../../support/deployed/integration.ts';
import { createPublishedBot, startRunAndSettle } from '../../support/deployed/bots-and-runs.ts';
import { openSteampipe } from '../../support/deployed/steampipe-service.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

/** A published bot that queries one integration live. */
const publishLiveQuery = (product: Product, type: InventoryType, id: string, table: string) => {
  const ask = {
    mode: 'live',
    integration_type: type,
    integrations: [{ type, id }],
    sql: `select name from ${table}`,
  };
  const graph = draw('start -> ask:steampipe_query -> end', { ask });
  return createPublishedBot(product, `Asks ${table.replaceAll('_', '-')} live`, graph);
};

const outputOf = async ({ api }: Product, bot_exc_id: string) =>
  (await api.executions.getNodeResult({ bot_exc_id, node_id: 'ask' })).output;

/** Live queries of accounts by bots, for each kind of collector. */
export const scenario: Scenario = (open) => {
  describe('a live query', () => {
    it('reads a sample account', async () => {
      const product = open();
      const { inventory } = product.api;
      await inventory.addSampleEstate({});
      const integration_id = sampleId('aws-production');
      const bot_id = await publishLiveQuery(product, 'aws', integration_id, 'aws_s3_bucket');
      const output = await outputOf(product, await startRunAndSettle(product, bot_id));
      expect(output).toMatchObject({ count: 3, sources: [{ integration_id }] });
      await inventory.removeSampleEstate({});
    });

    it('assumes the role of an AWS account', async () => {
      const product = open();
      const role_arn = 'arn:aws:iam::444455556666:role/acme-integration-live';
      const values = { account_id: '444455556666', region: 'eu-west-1', role_arn };
      const accountId = await storeIntegration(product, 'aws', { ...values, external_id: 'x1' });
      const bot_id = await publishLiveQuery(product, 'aws', accountId, 'aws_iam_user');
      const bot_exc_id = await startRunAndSettle(product, bot_id);
      const { results } = await product.api.executions.getExecution({ bot_exc_id });
      const error = expect.stringContaining('does not let Cloudwarden assume');
      expect(results).toMatchObject({ ask: { status: 'FAILED', error } });
      await product.api.integrations.deleteIntegration({ accountId });
    });

    it('reads a cluster through its agent, and cancels its job when its run ends', async () => {
      const product = open();
      const { api, runner } = product;
      const program = await openCluster(product, 'Asked cluster');
      const { accountId } = program;
      const before = new Set(product.s3.objects.keys());
      const bot_id = await publishLiveQuery(product, 'kubernetes', accountId, 'kubernetes_pod');
      // The agent's first call reports that it is online.
      expect(await claimJob(product, program)).toBeUndefined();
      const [endedRunId] = await Promise.all([
        startRunAndSettle(product, bot_id),
        reportOnePod(product, program),
      ]);
      expect(await outputOf(product, endedRunId)).toMatchObject({ rows: [{ name: 'a' }] });
      const files = [...product.s3.objects.keys()].filter((path) => !before.has(path));
      expect(files.filter((path) => path.includes('/agent-jobs/'))).toEqual([]);

      const { _id: bot_exc_id } = await api.executions.startExecution({ bot_id });
      const { job_id, lease_id } = await waitForJob(product, program);
      await api.executions.abortExecution({ bot_exc_id });
      const sendLease = () => sendAgentCall(product, program, 'lease', { job_id, lease_id });
      await eventually(sendLease, ({ body }) => !body.go_on);
      await runner.idle();
      await api.integrations.deleteIntegration({ accountId });
    });

    it("reads through the operator's Steampipe, whose address is a secret", async () => {
      const product = open();
      const server = await openSteampipe(product);
      const accountId = await storeIntegration(product, 'gcp', { project_id: 'project-1' });
      const bot_id = await publishLiveQuery(product, 'gcp', accountId, 'gcp_storage_bucket');
      const output = await outputOf(product, await startRunAndSettle(product, bot_id));
      expect(output).toMatchObject({ rows: [{ name: 'one' }, { name: 'two' }] });
      await product.api.integrations.deleteIntegration({ accountId });
      await server.close();
    });
  });
};
