import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { exceptionsInForce, type ValidExceptions } from './exception.rules.ts';
import { exceptionStore } from './exception.store.ts';

/** The exceptions of an organisation that are in force now. */
export const readValidExceptions = async (
  { db, clock }: { db: Database; clock: Clock },
  tenantId: string,
): Promise<ValidExceptions> => {
  const now = clock();
  return exceptionsInForce(await exceptionStore(db, tenantId, now).all(), now);
};
