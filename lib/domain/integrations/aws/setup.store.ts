import { type Database, getItem, putNewItem } from '#lib/kernel/database.ts';
import { type AwsSetup, awsSetup } from './setup.schema.ts';
import { awsSetupTable } from './setup.table.ts';

/** The setups of one organisation; they are never changed. */
export const awsSetupStore = (db: Database, tenantId: string) => ({
  create: (one: Omit<AwsSetup, 'tenant_id'>): Promise<boolean> =>
    putNewItem(db, awsSetupTable, { ...one, tenant_id: tenantId }),

  async get(id: string): Promise<AwsSetup | undefined> {
    const item = await getItem(db, awsSetupTable, { tenant_id: tenantId, _id: id });
    return item && awsSetup.parse(item);
  },
});
