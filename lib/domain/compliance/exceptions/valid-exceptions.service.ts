import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { type ValidExceptions, validAt } from './exception.rules.ts';
import { exceptionStore } from './exception.store.ts';

/** The exceptions of an organisation that are in force now. */
export const validExceptions = async (
  { db, clock }: { db: Database; clock: Clock },
  tenantId: string,
): Promise<ValidExceptions> => {
  const now = clock();
  return validAt(await exceptionStore(db, tenantId, now).all(), now);
};
