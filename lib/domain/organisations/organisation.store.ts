import { type Database, getItem, putNewItem, updateItem } from '#lib/kernel/database.ts';
import { type Organisation, organisation } from './organisation.schema.ts';
import { organisationTable } from './organisation.table.ts';

/** The record of one organisation. */
export const organisationStore = (db: Database, tenantId: string) => {
  const key = { tenant_id: tenantId, _id: 'organisation' };
  return {
    async get(): Promise<Organisation | undefined> {
      const item = await getItem(db, organisationTable, key);
      return item && organisation.parse(item);
    },

    create: (name: string, created_at: string): Promise<boolean> =>
      putNewItem(db, organisationTable, { ...key, name, created_at }),

    setSample: (sample: NonNullable<Organisation['sample']>): Promise<boolean> =>
      updateItem(db, organisationTable, key, [[['sample'], sample]], {
        text: 'attribute_exists(#id)',
        names: { '#id': '_id' },
      }),
  };
};
