import type { FindingStatus } from './rule.schema.ts';

/** What people call what a rule says of a resource; a rule that could not run is obscure too. */
export const criticalityLabels: Readonly<Record<FindingStatus, string>> = {
  alarm: 'Critical',
  ok: 'Moderate',
  skip: 'Negligible',
  info: 'Informative',
  error: 'Obscure',
};

/** What each of them means of a resource, in one word beside it. */
export const criticalityMeanings: Readonly<Record<FindingStatus, string>> = {
  alarm: 'Failed',
  ok: 'Passed',
  skip: 'Skipped',
  info: 'For information',
  error: 'Not evaluated',
};

/** The statuses that people filter by, in the order of the cards. */
export const criticalities = ['info', 'skip', 'ok', 'alarm'] as const;
export type Criticality = (typeof criticalities)[number];
