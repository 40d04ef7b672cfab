import { auditStore } from '#lib/domain/audit/audit.store.ts';
import { timedBounds } from '#lib/kernel/ids.ts';
import { tenantId } from '../../support/deployed-product.ts';
import { invalidateDaySum } from '../../support/deployed/day-sum.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

/** What the operator records about an organisation, by calling a function. */
export const scenario: Scenario = (open) => {
  describe('a subscription that the operator records', () => {
    const subscription = { tenant_id: tenantId, plan: 'starter', start_date: '2026-01-01' };
    const record = (change: object) => open().invoke('events/subscription-received', change);

    it('is stored and later ended, with audit records of both', async () => {
      const { api, db } = open();
      await record(subscription);
      await record({ ...subscription, end_date: '2026-02-01' });
      const { items } = await api.subscriptions.listSubscriptions({});
      expect(items.filter(({ plan }) => plan === 'starter')).toMatchObject([
        { start_date: '2026-01-01T00:00:00.000Z', end_date: '2026-02-01T00:00:00.000Z' },
      ]);
      const filter = { between: timedBounds('aud', 0), actions: ['record_subscription'] };
      const trail = await auditStore(db, tenantId).page({ number_of_items: 9 }, filter);
      expect(trail.items.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    });

    it('has no limit of runs as Enterprise, and shows the number of ended runs', async () => {
      const product = open();
      const { api } = product;
      await invalidateDaySum(product, new Date().setUTCDate(1));
      const enterprise = { ...subscription, plan: 'enterprise' };
      await record(enterprise);
      const { plan, executions } = await api.subscriptions.getPlanUsage({});
      expect([plan.key, plan.executions]).toEqual(['enterprise', null]);
      expect(executions).toBeGreaterThanOrEqual(0);
      await record({ ...enterprise, end_date: '2026-02-01' });
    });

    it('is refused with a sentence for an unknown plan or organisation', async () => {
      await expect(record({ ...subscription, plan: 'gold' })).rejects.toThrow(/^Choose a plan: /);
      await expect(record({ ...subscription, tenant_id: 'org_none' })).rejects.toThrow(
        'no organisation',
      );
    });
  });
};
