import type { TableSpec } from '#lib/kernel/table.ts';

/** The actions that organisations made. */
export const actionTable: TableSpec = {
  name: 'actions',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    /** By name, for the search: keys only, so that it is read as a list of names. */
    names: { partition: 'tenant_id', sort: 'name', keysOnly: true },
  },
};

/** What each of them was, change by change. */
export const actionVersionTable: TableSpec = {
  name: 'action_versions',
  partition: 'action_key',
  sort: 'version',
  sortType: 'N',
};
