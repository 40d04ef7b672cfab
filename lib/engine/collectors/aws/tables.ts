import type { AwsTable } from './table.ts';
import { applicationTables } from './tables/applications.ts';
import { identityTables } from './tables/identity.ts';
import { monitoringTables } from './tables/monitoring.ts';
import { networkTables } from './tables/network.ts';
import { storageTables } from './tables/storage.ts';

/** The tables that a scan of an AWS account reads, by name. */
export const awsTables: Readonly<Record<string, AwsTable>> = {
  ...applicationTables,
  ...identityTables,
  ...monitoringTables,
  ...networkTables,
  ...storageTables,
};
