import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import type { SampleAccount } from '#lib/domain/inventory/samples/sample.rules.ts';
import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import { CannotCollect, type Collector } from '#lib/ports/collector.ts';
import { withPermissions } from './sample/aws-network.ts';
import { awsProduction } from './sample/aws-production.ts';
import { awsSandbox } from './sample/aws-sandbox.ts';
import { azureSubscription } from './sample/azure-subscription.ts';
import { gcpProject } from './sample/gcp-project.ts';
import { rowsAfterCalls } from './sample/calls.ts';
import { rowsAsOf } from './sample/days.ts';
import { kubernetesCluster } from './sample/kubernetes-cluster.ts';

/** The rows of each table of a sample account, without empty columns. */
export type SampleTables = Readonly<Record<string, readonly Row[]>>;

/** The contents of each account of the sample estate. */
export const sampleEstate: Record<SampleAccount, SampleTables> = {
  'aws-production': awsProduction,
  'aws-sandbox': awsSandbox,
  'azure-subscription': azureSubscription,
  'gcp-project': gcpProject,
  'kubernetes-cluster': kubernetesCluster,
};

const tablesOf = ({ sample }: { sample?: string | undefined }): SampleTables => {
  const found = Object.entries(sampleEstate).find(([name]) => name === sample);
  if (!found) throw new CannotCollect('There is no such sample account. Remove the samples.');
  return found[1];
};

const rowsWithChanges = (integration: Integration, table: string, now: number): readonly Row[] => {
  const calls = Object.values(integration.sample_calls ?? {});
  const inOrder = calls.sort((one, other) => one.at.localeCompare(other.at));
  return rowsAfterCalls(table, rowsAsOf(tablesOf(integration)[table] ?? [], now), inOrder);
};

/** The rows of a table as of now (ms), with the changes by calls since the account was added. */
export const sampleRows = (integration: Integration, table: string, now: number) => {
  const rows = rowsWithChanges(integration, table, now);
  if (table !== 'aws_vpc_security_group') return rows;
  return withPermissions(rows, rowsWithChanges(integration, 'aws_vpc_security_group_rule', now));
};

/** The tables that scans of a real account read; agents leave out some tables of a cluster. */
const tablesOfType = async (type: string): Promise<readonly string[]> =>
  type === 'kubernetes'
    ? Object.keys((await import('./kubernetes/tables.ts')).clusterTables)
    : (await import('#lib/domain/inventory/table-columns.ts')).tablesOf(type);

/** Includes tables without rows, so that rules about them are evaluated as for real accounts. */
const tablesRead = async ({ cspName, sample }: Integration): Promise<readonly string[]> => {
  const filledTables = Object.keys(tablesOf({ sample }));
  return [...new Set([...filledTables, ...(await tablesOfType(cspName))])];
};

/** Reads the sample estate, which is the same in each scan, apart from changes made by bots. */
export const sampleCollector = (clock: Clock): Collector => ({
  tables: tablesRead,
  rows: async function* ({ integration, table }) {
    if (!(await tablesRead(integration)).includes(table)) {
      throw new CannotCollect(`The sample account has no table ${table}.`);
    }
    yield sampleRows(integration, table, clock());
  },
});
