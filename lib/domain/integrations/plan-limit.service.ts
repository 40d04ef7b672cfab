import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { accountTypes } from '../subscriptions/plan.schema.ts';
import { connectWithinAccountLimit } from '../subscriptions/plan.service.ts';
import type { Integration } from './integration.schema.ts';
import { integrationStore } from './integration.store.ts';

type Counted = Pick<Integration, '_id' | 'cspName' | 'sample'>;

/** Cloud accounts and clusters count, samples do not. */
const isCounted = ({ cspName, sample }: Counted): boolean =>
  !sample && accountTypes.some((type) => type === cspName);

/** The ids of the integrations that count towards the plan of an organisation. */
export const countedAccounts = async (db: Database, tenantId: string): Promise<string[]> => {
  const ids: string[] = [];
  for await (const one of integrationStore(db, tenantId).all()) {
    if (isCounted(one)) ids.push(one._id);
  }
  return ids;
};

/** Connects an integration; throws a `Refusal` if the plan does not include another account. */
export const connectWithinPlan = async (
  { db, clock }: { db: Database; clock: Clock },
  tenantId: string,
  created: Counted,
  write: () => Promise<unknown>,
): Promise<void> => {
  if (!isCounted(created)) {
    await write();
    return;
  }
  const { _id } = created;
  const account = {
    _id,
    counted: () => countedAccounts(db, tenantId),
    write: async () => void (await write()),
    undo: () => integrationStore(db, tenantId).delete(_id),
  };
  await connectWithinAccountLimit(db, tenantId, account, clock());
};
