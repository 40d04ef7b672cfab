import { type Database, putNewItem, readItems, updateItem } from '#lib/kernel/database.ts';
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

  /** From then on (ISO time) it holds no more; false where there is none. */
  setEnd: (_id: string, end_date: string): Promise<boolean> =>
    updateItem(db, subscriptionTable, { tenant_id: tenantId, _id }, [[['end_date'], end_date]], {
      text: 'attribute_exists(#id)',
      names: { '#id': '_id' },
    }),
});
