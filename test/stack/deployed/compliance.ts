import { integrationStore } from '#lib/domain/integrations/integration.store.ts';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { draw } from '../../support/drawing.ts';
import { type Product, tenantId } from '../../support/deployed-product.ts';
import { createPublishedBot, startRunAndSettle } from '../../support/deployed/bots-and-runs.ts';
import { createUnstartedScan } from '../../support/deployed/unstarted-scan.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

const integration_id = sampleId('aws-production');
const rule_id = 'aws-s3-bucket-blocks-public-access';
const terms = { reason: 'It is a sample.', owner: 'Cloud team' };

const ownRule = {
  title: 'Buckets have a name',
  description: 'A bucket without a name is none.',
  remediation: 'Give it one.',
  severity: 'low',
  category: 'Security',
  integration_type: 'aws',
  service: 'S3',
  resource_type: 'aws_s3_bucket',
  sql: `select arn as resource, 'ok' as status, name as reason, region, account_id
        from aws_s3_bucket`,
} as const;

const runScan = async ({ api, scanner }: Product): Promise<string> => {
  const { _id } = await api.inventory.startInventoryExecution({ integration_id });
  await scanner.idle();
  return _id;
};

/** Blocks public access to one of the sample buckets. */
const blockAccessAction = (bucket: string) => ({
  action: 'aws.block_public_access',
  parameters: { bucket, region: 'eu-west-1' },
  integration: { type: 'aws', id: integration_id },
});

/** What people do with findings of rules, and what bots learn about them. */
export const scenario: Scenario = (open) => {
  describe('compliance', () => {
    it('tests, creates, changes and deletes own rules', async () => {
      const product = open();
      const { api } = product;
      await api.inventory.addSampleEstate({});
      await runScan(product);
      const { integration_type, sql } = ownRule;
      const testResult = await api.compliance.testOwnRule({ integration_type, sql });
      expect(testResult.counts.ok).toBeGreaterThan(0);
      const createdRule = await api.compliance.createOwnRule(ownRule);
      const { _id: own_rule_id, revision } = createdRule;
      const changed = { ...ownRule, title: 'Each bucket has a name', own_rule_id, revision };
      await api.compliance.updateOwnRule(changed);
      await api.compliance.switchOwnRule({ own_rule_id, enabled: false });
      expect(await api.compliance.getOwnRule({ own_rule_id })).toMatchObject({ enabled: false });
      expect((await api.compliance.listOwnRules({})).items).toHaveLength(1);
      await api.compliance.deleteOwnRule({ own_rule_id });
    });

    it('stores exceptions, and deletes them together with their integration', async () => {
      const { api } = open();
      const scope = { kind: 'integration' as const, integration_id };
      const { _id: exception_id, revision } = await api.compliance.createException({
        ...terms,
        rule_id,
        scope,
      });
      const change = { ...terms, owner: 'Somebody', exception_id, revision };
      expect(await api.compliance.updateException(change)).toMatchObject({ owner: 'Somebody' });
      expect(await api.compliance.getException({ exception_id })).toMatchObject({ rule_id });
      await api.compliance.deleteException({ exception_id });
      for (const remove of [
        () => api.integrations.deleteIntegration({ accountId: integration_id }),
        () => api.inventory.removeSampleEstate({}),
      ]) {
        await api.compliance.createException({ ...terms, rule_id, scope });
        await remove();
        expect((await api.compliance.listExceptions({})).items).toEqual([]);
        await api.inventory.addSampleEstate({});
      }
    });

    it('starts bots for findings that were corrected in a sample account', async () => {
      const product = open();
      const { api } = product;
      await runScan(product);
      const start = { trigger_type: 'compliance_finding', starts_for: 'both', rules: [rule_id] };
      const waiting = draw('start -> end');
      const nodes = waiting.nodes.map((node) =>
        node.type === 'start' ? { ...node, settings: start } : node,
      );
      const triggeredBotId = await createPublishedBot(product, 'Told', { ...waiting, nodes });
      const { action, parameters } = blockAccessAction('sample-public-downloads');
      const testInput = { action_id: action, integration_id, parameters, dry_run: false };
      expect(await api.actions.testAction(testInput)).toMatchObject({ status: 'SUCCEEDED' });
      const graph = draw('start -> act:rest_api_action -> end', {
        act: blockAccessAction('sample-backups'),
      });
      const bot_id = await createPublishedBot(product, 'Blocking', graph);
      await api.executions.testNode({ bot_id, node_id: 'act', graph, dry_run: false });
      expect(await product.stateOf(await startRunAndSettle(product, bot_id))).toBe('SUCCEEDED');
      const execution_id = await runScan(product);
      await product.deliver();
      const { items } = await api.executions.listExecutions({ bot_id: triggeredBotId });
      expect(items).toMatchObject([{ trigger: { type: 'finding', rule_id } }]);
      expect(items[0]?.trigger).toMatchObject({ scan_id: execution_id });
    });

    it('fails the scan of an integration that was deleted during the scan', async () => {
      const product = open();
      const scan_id = await createUnstartedScan(product, integration_id);
      const ids = { tenant_id: tenantId, scan_id };
      await product.invoke('inventory/plan', ids);
      await product.invoke('inventory/collect', { ...ids, table: 'aws_s3_bucket' });
      await product.invoke('inventory/evaluate', ids);
      // As by a process that crashed before it had removed the rest.
      await integrationStore(product.db, tenantId).delete(integration_id);
      await product.invoke('inventory/publish', ids);
      const { api } = product;
      const ended = await api.inventory.getInventoryExecution({ execution_id: scan_id });
      expect(ended.cause).toContain('was deleted while it was scanned');
      await api.inventory.removeSampleEstate({});
    });
  });
};
