import { integrationStore } from '#lib/domain/integrations/integration.store.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { email, type Product, tenantId } from '../../support/deployed-product.ts';

/** An account whose role is gone. */
const connectedAccount = async ({ db }: Product, role_name: string): Promise<string> => {
  const _id = timedId('int', Date.now());
  const at = new Date().toISOString();
  const role_arn = `arn:aws:iam::444455556666:role/${role_name}`;
  await integrationStore(db, tenantId).create({
    _id,
    alias: 'Account',
    cspName: 'aws',
    groups: ['Tests'],
    values: { account_id: '444455556666', region: 'eu-west-1', role_arn, external_id: 'x1' },
    secret_names: [],
    hosts: [],
    integrationState: 'ACTIVE',
    revision: 1,
    userId: email,
    createdAt: at,
    updatedAt: at,
  });
  return _id;
};

/** Roles of customers, which only functions that test or set up integrations ask for. */
export const awsAccounts = (open: () => Product): void => {
  describe('an AWS account', () => {
    it('is asked for by our own roles, in its setup and in tests', async () => {
      const product = open();
      const { integrations } = product.api;
      const where = { aws_account: '444455556666', region: 'eu-west-1' };
      const { setup_id, ...setup } = await integrations.initAwsSetup(where);
      expect(setup).toMatchObject({
        role_name: expect.stringMatching(/^acme-integration-[0-9a-f]{24}$/),
        targetPrincipal: 'arn:aws:iam::111122223333:role/acme/integrations/*',
      });
      expect(await integrations.checkAwsSetup({ setup_id })).toMatchObject({ state: 'WAITING' });
      const accountId = await connectedAccount(product, setup.role_name);
      await integrations.testIntegration({ accountId });
      await product.deliver();
      const { state_reason } = await integrations.getIntegration({ accountId });
      expect(state_reason).toContain('does not let us assume');
      await integrations.deleteIntegration({ accountId });
    });
  });
};
