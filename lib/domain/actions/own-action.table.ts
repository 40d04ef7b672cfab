import type { TableSpec } from '#lib/kernel/table.ts';

/** Own actions of organisations. */
export const actionTable: TableSpec = {
  name: 'actions',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    /** By name, for the search; keys only, so that it can be read as a list of names. */
    names: { partition: 'tenant_id', sort: 'name', keysOnly: true },
  },
};

/** The versions of own actions. */
export const actionVersionTable: TableSpec = {
  name: 'action_versions',
  partition: 'action_key',
  sort: 'version',
  sortType: 'N',
};
