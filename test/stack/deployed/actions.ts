import { draw } from '../../support/drawing.ts';
import { createPublishedBot } from '../../support/deployed/bots-and-runs.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

const values = { api_url: 'https://10.0.0.1', auth_type: 'bearer', token: 'opensesame' };

const restAction = {
  name: 'Look it up',
  description: 'Reads a page.',
  executable_type: 'rest',
  integration_type: 'rest_api',
  call: { method: 'GET', path: '/status' },
} as const;

/** Actions made by an organisation. */
export const scenario: Scenario = (open) => {
  describe("an organisation's own action", () => {
    it('can be copied, changed, restored and deleted', async () => {
      const { api } = open();
      const { _id: action_id } = await api.actions.duplicateAction({ action_id: 'okta.get_user' });
      const { name, ...duplicate } = await api.actions.getAction({ action_id });
      const { description, parameters_definition } = duplicate;
      const facts = { executable_type: 'rest', integration_type: 'okta' } as const;
      const call = { method: 'GET', path: '/api/v1/users/{user}' } as const;
      const fields = { description, ...facts, call, parameters_definition };
      const changed = { ...fields, name: 'Look somebody up', action_id, base_version: 1 };
      expect(await api.actions.updateAction(changed)).toMatchObject({ version: 2 });
      const restoreInput = { action_id, version: 1, base_version: 2 };
      expect(await api.actions.restoreActionVersion(restoreInput)).toMatchObject({
        name,
        version: 3,
      });
      const { items } = await api.actions.listActionVersions({ action_id });
      expect(items).toHaveLength(3);
      expect(await api.actions.getActionUse({ action_id })).toEqual({ items: [] });
      await api.actions.deleteAction({ action_id });
      const ownActions = await api.actions.listActions({ owner: 'self' });
      expect(ownActions.items).toEqual([]);
    });

    it('in Python can be tested', async () => {
      const { api } = open();
      const { call: _, ...facts } = restAction;
      const python = { executable_type: 'python', call: { code: 'result = 6 * 7' } } as const;
      const { _id: action_id } = await api.actions.createAction({ ...facts, ...python });
      const { output } = await api.actions.testAction({ action_id });
      expect(output).toMatchObject({ result: 42 });
      await api.actions.deleteAction({ action_id });
    });

    it('can be run by bots, exported and imported', async () => {
      const product = open();
      const { api, runner } = product;
      const { _id: action } = await api.actions.createAction(restAction);
      const form = { alias: 'Peer', groups: ['Tests'], values };
      const { accountId: id } = await api.integrations.createIntegration({
        cspName: 'rest_api',
        ...form,
      });
      const act = { action, integration: { type: 'rest_api', id } };
      const graph = draw('start -> act:rest_api_action -> end', { act });
      const testInput = { action_id: action, integration_id: id, dry_run: false };
      const { status, error } = await api.actions.testAction(testInput);
      expect([status, error]).toEqual(['FAILED', expect.stringContaining('not public')]);
      const { text } = await api.actions.exportAction({ action_id: action });
      const renamed = text.replace(restAction.name, 'Look it up again');
      const { _id: importedId } = await api.actions.importAction({ text: renamed });
      await api.actions.deleteAction({ action_id: importedId });
      const bot_id = await createPublishedBot(product, 'Looks it up', graph);
      await api.executions.testNode({ bot_id, node_id: 'act', dry_run: false });
      await api.bots.setServicePortal({ bot_id, service_portal_published: true });
      const portal = api['service-portal'];
      const { _id: first } = await portal.startPortalApp({ app_id: bot_id });
      await runner.idle();
      const { results } = await api.executions.getExecution({ bot_exc_id: first });
      expect(results.act?.error).toContain('not public');
      await portal.restartPortalRun({ bot_exc_id: first });
      await runner.idle();
      await api.bots.deleteBot({ bot_id });
      await api.integrations.deleteIntegration({ accountId: id });
      await api.actions.deleteAction({ action_id: action });
    });
  });
};
