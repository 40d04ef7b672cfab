import { integrationStore } from '#lib/domain/integrations/integration.store.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { type Product, tenantId } from '../../support/deployed-product.ts';
import { draw } from '../../support/drawing.ts';
import { sendDigest } from '../../support/deployed/digest.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

/** An integration whose daily test is due, created by somebody who is no longer a user. */
const createDueIntegration = async ({ db }: Product): Promise<string> => {
  const _id = timedId('int', Date.now());
  const at = '2026-01-01T00:00:00.000Z';
  const role_arn = 'arn:aws:iam::444455556666:role/acme-integration-gone';
  await integrationStore(db, tenantId).create({
    _id,
    alias: 'Looked after',
    cspName: 'aws',
    groups: ['Tests'],
    values: { account_id: '444455556666', region: 'eu-west-1', role_arn, external_id: 'x1' },
    secret_names: [],
    hosts: [],
    integrationState: 'ACTIVE',
    retest: 'daily',
    retest_at: at,
    revision: 1,
    userId: 'gone@acme.example',
    createdAt: at,
    updatedAt: at,
  });
  return _id;
};

/** Integrations that are tested every day, and what uses them. */
export const scenario: Scenario = (open) => {
  describe('an integration with a daily test', () => {
    it('is tested when due, and a failure is notified', async () => {
      const product = open();
      const { integrations, notifications, bots } = product.api;
      const accountId = await createDueIntegration(product);
      await product.invoke('events/sweep', {});
      await product.deliver();
      expect(await integrations.getIntegration({ accountId })).toMatchObject({
        integrationState: 'ERROR',
        state_reason: expect.stringContaining('does not let Cloudwarden assume'),
      });
      const page = await notifications.listNotifications({ kind: 'integration_failed' });
      expect(page.items.map(({ title }) => title)).toContain('The integration Looked after failed');
      expect(await sendDigest(product)).toBe(1);

      const settings = { action: 'act_of_ours', integration: { type: 'aws', id: accountId } };
      const graph = draw('start -> act:rest_api_action -> end', { act: settings });
      const { _id: bot_id } = await bots.createBot({ name: 'Uses what is looked after', graph });
      const { items } = await integrations.getIntegrationUse({ accountId });
      expect(items).toMatchObject([
        { bot_id, actions: [{ action_id: 'act_of_ours', name: 'act_of_ours' }] },
      ]);
      await bots.deleteBot({ bot_id });
      await integrations.deleteIntegration({ accountId });
    });
  });
};
