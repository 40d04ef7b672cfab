import { type Database, putNewItem, readItems } from '#lib/kernel/database.ts';
import { untilWritten } from '#lib/kernel/remembered.ts';
import { type Subscription, subscription } from './subscription.schema.ts';
import { subscriptionTable } from './subscription.table.ts';

/** What one organisation has subscribed to: few records. */
export const subscriptionStore = (db: Database, tenantId: string) => ({
  list: (): Promise<readonly Subscription[]> =>
    untilWritten(db, [subscriptionTable], `subscriptions ${tenantId}`, async () => {
      const found: Subscription[] = [];
      const question = { table: subscriptionTable, partition: tenantId, prefix: 'sub_' };
      for await (const item of readItems(db, question)) found.push(subscription.parse(item));
      return found;
    }),

  create: (one: Omit<Subscription, 'tenant_id'>): Promise<boolean> =>
    putNewItem(db, subscriptionTable, { ...one, tenant_id: tenantId }),
});
