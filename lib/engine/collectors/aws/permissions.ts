import { listRegions } from './account.ts';
import { type AwsTable, callsOf, permissionOf } from './table.ts';

/** What a policy has to permit so that a table can be read. */
export const permissionsOfTable = (table: AwsTable): string[] => {
  const calls = [...callsOf(table), ...(table.scope === 'regional' ? [listRegions] : [])];
  return [...new Set(calls.map(permissionOf))].toSorted();
};
