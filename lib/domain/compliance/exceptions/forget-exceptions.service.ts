import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { exceptionStore } from './exception.store.ts';

/** Deletes the exceptions whose scope is an integration or a resource in it. */
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
