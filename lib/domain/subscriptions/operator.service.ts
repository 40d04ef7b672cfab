import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { auditStore } from '../audit/audit.store.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { auditAction, findSameSubscription, toSubscription } from './operator.rules.ts';
import type { OperatorSubscription } from './operator.schema.ts';
import { planOf } from './plan.rules.ts';
import type { Plan } from './plan.schema.ts';
import type { Subscription } from './subscription.schema.ts';
import { subscriptionStore } from './subscription.store.ts';

/** All subscriptions of the organisation, and the plan that follows from them. */
export type RecordResult = { subscriptions: readonly Subscription[]; plan: Plan };

const write = async (
  db: Database,
  input: OperatorSubscription,
  existing: readonly Subscription[],
): Promise<void> => {
  const store = subscriptionStore(db, input.tenant_id);
  const subscription = toSubscription(input);
  const match = findSameSubscription(input, existing);
  if (!match && (await store.create(subscription))) return;
  // If another call created it meanwhile, only its end can differ.
  const { end_date } = input;
  if (end_date !== undefined) await store.setEnd((match ?? subscription)._id, end_date);
};

/**
 * Records a subscription of an organisation, or its end, for the operator. Repeating it changes
 * nothing; each call is recorded in the organisation's audit trail. Throws 404 if there is no such
 * organisation.
 */
export const recordSubscription =
  ({ db, clock }: { db: Database; clock: Clock }) =>
  async (input: OperatorSubscription): Promise<RecordResult> => {
    const { tenant_id, plan, start_date, end_date } = input;
    if (!(await organisationStore(db, tenant_id).get())) {
      const message = 'There is no organisation with this id. Check that the id is complete.';
      throw new Refusal(404, message, { field: 'tenant_id' });
    }
    const store = subscriptionStore(db, tenant_id);
    const existing = await store.list();
    const now = clock();
    const audit = auditStore(db, tenant_id);
    const _id = timedId('aud', now);
    await audit.create({
      _id,
      user_id: 'operator',
      action_type: auditAction._id,
      created_at: isoTime(now),
      method: 'POST',
      url: '/operator/subscription',
      object_type: 'subscription',
      object_id: (findSameSubscription(input, existing) ?? toSubscription(input))._id,
      outcome: 'pending',
    });
    await write(db, input, existing);
    const evidence = { Plan: plan, Start: start_date, ...(end_date && { End: end_date }) };
    await audit.conclude(_id, { outcome: 'done', evidence });
    const subscriptions = await store.list();
    return { subscriptions, plan: planOf(subscriptions, now) };
  };
