import type { FindingStatus } from './rule.schema.ts';

/** The criticality of what a rule says of a resource; a rule that could not run is obscure too. */
export const criticalityLabels: Readonly<Record<FindingStatus, string>> = {
  alarm: 'Critical',
  ok: 'Moderate',
  skip: 'Negligible',
  info: 'Informative',
  error: 'Obscure',
};

/** What it came to: rules have a severity of their own, and nobody takes "Moderate" for passed. */
export const resultWords: Readonly<Record<FindingStatus, string>> = {
  alarm: 'Failed',
  ok: 'Passed',
  skip: 'Skipped',
  info: 'For review',
  error: 'Not evaluated',
};

/** Both, as people read them. */
export const resultName = (status: FindingStatus): string =>
  `${resultWords[status]} (${criticalityLabels[status]})`;

/** The statuses that people filter by, in the order of the cards. */
export const criticalities = ['info', 'skip', 'ok', 'alarm'] as const;
export type Criticality = (typeof criticalities)[number];
