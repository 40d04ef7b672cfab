import { ownRuleStore } from '#lib/domain/compliance/own/own-rule.store.ts';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { email, type Product, tenantId } from '../../support/deployed-product.ts';
import { draw } from '../../support/drawing.ts';
import { storeIntegration } from '../../support/deployed/integration.ts';
import { createPublishedBot } from '../../support/deployed/bots-and-runs.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

const action = {
  name: 'Findable',
  description: 'Reads one issue.',
  executable_type: 'rest' as const,
  integration_type: 'jira',
  call: { method: 'GET' as const, path: '/rest/api/3/myself' },
};

const rule = {
  _id: 'own_findable',
  title: 'Findable rule of our own',
  description: 'Why.',
  remediation: 'What.',
  severity: 'low' as const,
  category: 'Security' as const,
  integration_type: 'aws' as const,
  service: 'S3',
  resource_type: 'aws_s3_bucket',
  sql: 'select 1',
  enabled: false,
  revision: 1,
  created_by: email,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

/** Creates one of each kind of thing that organisations name. */
const createNamedThings = async (product: Product) => {
  const { api, db } = product;
  const listener = await api.listeners.createListener({
    name: 'Findable',
    description: 'Findings of the scanner',
    auth_configs: { auth_type: 'signature', headers: {} },
  });
  const accountId = await storeIntegration(product, 'gcp', { project_id: 'findable' }, 'Findable');
  const { _id: action_id } = await api.actions.createAction(action);
  await ownRuleStore(db, tenantId).create(rule);
  return { listener_id: listener._id, accountId, action_id };
};

const integration_id = sampleId('aws-production');

/** The search over everything that has a name. */
export const scenario: Scenario = (open) => {
  describe('a search', () => {
    it('finds every kind of entity by its name, and runs by their id', async () => {
      const product = open();
      const { api, db } = product;
      const ids = await createNamedThings(product);
      const bot_id = await createPublishedBot(product, 'Findable', draw('start -> end'));
      const { _id } = await api.executions.startExecution({ bot_id });
      await product.runner.idle();
      const { groups } = await api.search.searchNames({ text: 'findable' });
      expect(groups.map(({ kind, hits }) => [kind, hits.map(({ id }) => id)])).toEqual([
        ['bot', [bot_id]],
        ['run', [_id]],
        ['listener', [ids.listener_id]],
        ['integration', [ids.accountId]],
        ['action', [ids.action_id]],
        ['rule', ['own_findable']],
      ]);
      const byId = await api.search.searchNames({ text: _id.slice(0, 30) });
      expect(byId.groups.map(({ kind, hits }) => [kind, hits[0]?.id])).toEqual([['run', _id]]);
      const people = await api.search.searchNames({ text: email });
      expect(people.groups.map(({ kind }) => kind)).toEqual(['user']);
      await api.bots.deleteBot({ bot_id });
      const { listener_id, accountId, action_id } = ids;
      await api.listeners.deleteListener({ listener_id });
      await api.integrations.deleteIntegration({ accountId });
      await api.actions.deleteAction({ action_id, although_used: 'false' });
      await ownRuleStore(db, tenantId).delete('own_findable');
    });

    it('finds resources of the last scans', async () => {
      const { api, scanner } = open();
      await api.inventory.addSampleEstate({});
      await api.inventory.startInventoryExecution({ integration_id });
      await scanner.idle();
      const text = 'sample-invoices';
      const { groups } = await api.search.searchResourceNames({ text });
      expect(groups[0]?.hits[0]).toMatchObject({ title: expect.stringContaining(text) });
      await api.inventory.removeSampleEstate({});
    });
  });
};
