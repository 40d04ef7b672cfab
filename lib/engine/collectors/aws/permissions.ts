import { regionsCall } from './account.ts';
import { type AwsTable, callsOf, permissionOf } from './table.ts';

/** The permissions that are needed to read a table. */
export const permissionsOfTable = (table: AwsTable): string[] => {
  const calls = [...callsOf(table), ...(table.scope === 'regional' ? [regionsCall] : [])];
  return [...new Set(calls.map(permissionOf))].toSorted();
};
