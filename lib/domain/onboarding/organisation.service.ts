import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { firstDefaultRoleId } from '../roles/predefined.rules.ts';
import type { Subscription } from '../subscriptions/subscription.schema.ts';
import { subscriptionStore } from '../subscriptions/subscription.store.ts';
import { userStore } from '../users/user.store.ts';

export type NewOrganisation = {
  tenant_id: string;
  name: string;
  /** The person responsible for it; `sub` if they have an account already. */
  root: { email: string; name: string; sub?: string };
  subscription_type: Subscription['subscription_type'];
};

const day = 24 * 3600_000;

/** How long a trial lasts (ms). */
const trialDuration = 14 * day;

/**
 * Creates an organisation with its ROOT user and its subscription. Existing records stay, so that
 * it can be repeated at any time; a call with another address adds another ROOT user.
 */
export const createOrganisation = async (
  { db, clock }: { db: Database; clock: Clock },
  { tenant_id, name, root, subscription_type }: NewOrganisation,
): Promise<void> => {
  const now = clock();
  const at = isoTime(now);
  const organisations = organisationStore(db, tenant_id);
  const first = { name, created_at: at, default_role_id: firstDefaultRoleId, roots: {} };
  await organisations.create(first);
  await organisations.beginRetention(isoTime(now + day));
  const users = userStore(db, tenant_id);
  // First, so that a crash in between does not leave a ROOT user who is not listed.
  if (!(await users.get(root.email))) await organisations.addRoot(root.email);
  await users.create({
    _id: root.email,
    name: root.name,
    ...(root.sub !== undefined && { sub: root.sub }),
    userType: 'ROOT',
    readOnly: false,
    roles: [],
    settings: {},
    created_at: at,
    updated_at: at,
  });
  const trialEnd = subscription_type === 'trial' ? { end_date: isoTime(now + trialDuration) } : {};
  const subscription = { _id: 'sub_first', subscription_type, start_date: at, ...trialEnd };
  await subscriptionStore(db, tenant_id).create(subscription);
};
