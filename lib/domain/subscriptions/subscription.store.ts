import { type Database, putNewItem, readItems, updateItem } from '#lib/kernel/database.ts';
import { cacheUntilWritten } from '#lib/kernel/cache-until-written.ts';
import { type Subscription, subscription } from './subscription.schema.ts';
import { subscriptionTable } from './subscription.table.ts';

/** The subscriptions of one organisation, of which there are few. */
export const subscriptionStore = (db: Database, tenantId: string) => ({
  list: (): Promise<readonly Subscription[]> =>
    cacheUntilWritten(db, [subscriptionTable], `subscriptions ${tenantId}`, async () => {
      const found: Subscription[] = [];
      const question = { table: subscriptionTable, partition: tenantId, prefix: 'sub_' };
      for await (const item of readItems(db, question)) found.push(subscription.parse(item));
      return found;
    }),

  create: (one: Omit<Subscription, 'tenant_id'>): Promise<boolean> =>
    putNewItem(db, subscriptionTable, { ...one, tenant_id: tenantId }),

  /** Sets the end (ISO time); returns false if there is no such subscription. */
  setEnd: (_id: string, end_date: string): Promise<boolean> =>
    updateItem(db, subscriptionTable, { tenant_id: tenantId, _id }, [[['end_date'], end_date]], {
      text: 'attribute_exists(#id)',
      names: { '#id': '_id' },
    }),
});
