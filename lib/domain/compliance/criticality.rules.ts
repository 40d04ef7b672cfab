import type { FindingStatus } from './rule.schema.ts';

/** What people call what a rule says of a resource; a rule that could not run is obscure too. */
export const criticalityLabels: Readonly<Record<FindingStatus, string>> = {
  alarm: 'Critical',
  ok: 'Moderate',
  skip: 'Negligible',
  info: 'Informative',
  error: 'Obscure',
};

/** The statuses that people filter by, in the order of the cards. */
export const criticalities = ['info', 'skip', 'ok', 'alarm'] as const;
export type Criticality = (typeof criticalities)[number];
