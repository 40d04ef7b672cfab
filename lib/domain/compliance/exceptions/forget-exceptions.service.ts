import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { exceptionStore } from './exception.store.ts';

/** Removes the exceptions that cover an integration, or something in it, and nothing else. */
export const forgetExceptions = async (
  { db, clock }: { db: Database; clock: Clock },
  tenantId: string,
  integrationId: string,
): Promise<void> => {
  const exceptions = exceptionStore(db, tenantId, clock());
  for (const { _id, scope } of await exceptions.all()) {
    if (scope.kind !== 'tag' && scope.integration_id === integrationId) {
      await exceptions.delete(_id);
    }
  }
};
