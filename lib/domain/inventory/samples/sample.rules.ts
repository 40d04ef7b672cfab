import { isoTime } from '#lib/kernel/clock.ts';
import { derivedId } from '#lib/kernel/ids.ts';
import type { Integration } from '../../integrations/integration.schema.ts';
import type { InventoryType } from '../inventoried-clouds.schema.ts';

/** The sample accounts: they show what the inventory and the rules do without a cloud. */
export const sampleAccounts = {
  'aws-production': { type: 'aws', alias: 'Sample AWS production' },
  'aws-sandbox': { type: 'aws', alias: 'Sample AWS sandbox' },
  'azure-subscription': { type: 'azure', alias: 'Sample Azure subscription' },
  'gcp-project': { type: 'gcp', alias: 'Sample GCP project' },
  'kubernetes-cluster': { type: 'kubernetes', alias: 'Sample Kubernetes cluster' },
} as const satisfies Record<string, { type: InventoryType; alias: string }>;

export type SampleAccount = keyof typeof sampleAccounts;

export const sampleNames = Object.keys(sampleAccounts) as SampleAccount[];

/** A fixed id for each account, so that adding it repeatedly creates it only once. */
export const sampleId = (name: SampleAccount): string => derivedId('int', 0, 'sample', name);

/** A sample account as an integration: it has no secret, and nothing outside is called for it. */
export const sampleIntegration = (
  name: SampleAccount,
  userId: string,
  now: number,
): Omit<Integration, 'tenant_id'> => {
  const { type, alias } = sampleAccounts[name];
  return {
    _id: sampleId(name),
    alias,
    cspName: type,
    sample: name,
    sample_calls: {},
    groups: ['Sample'],
    values: {},
    secret_names: [],
    hosts: [],
    integrationState: 'ACTIVE',
    revision: 1,
    userId,
    createdAt: isoTime(now),
    updatedAt: isoTime(now),
  };
};
