/** The collectors of accounts, with their names for people. */
export const collectorLabels = {
  sample: 'Sample data',
  aws: 'Role in the account',
  agent: 'Agent in the cluster',
  steampipe: 'Steampipe service',
  exporter: 'Steampipe exporter',
} as const;
export type CollectorName = keyof typeof collectorLabels;
