import type { FindingStatus } from './rule.schema.ts';

/** The criticality for each status; `Obscure` is also used for a rule that could not run. */
export const criticalityLabels: Readonly<Record<FindingStatus, string>> = {
  alarm: 'Critical',
  ok: 'Moderate',
  skip: 'Negligible',
  info: 'Informative',
  error: 'Obscure',
};

/** Plain words for each status, since nobody would understand "Moderate" as passed. */
export const resultLabels: Readonly<Record<FindingStatus, string>> = {
  alarm: 'Failed',
  ok: 'Passed',
  skip: 'Skipped',
  info: 'For review',
  error: 'Not evaluated',
};

/** The plain word with the criticality, for people. */
export const resultText = (status: FindingStatus): string =>
  `${resultLabels[status]} (${criticalityLabels[status]})`;

/** The statuses that users can filter by, in the order of the cards. */
export const criticalities = ['info', 'skip', 'ok', 'alarm'] as const;
export type Criticality = (typeof criticalities)[number];
