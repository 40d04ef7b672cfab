/** The severity of a compliance finding, highest first. */
export const severities = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];

/** What a scan found out about resources: a rule finds them now, or no longer finds them. */
export const findingChanges = ['opened', 'resolved'] as const;
export type FindingChange = (typeof findingChanges)[number];

/** The statuses of resources that can start bots; the status is the criticality. */
export const startingStatuses = ['alarm', 'info', 'error'] as const;
export type StartingStatus = (typeof startingStatuses)[number];

/** How resources of one rule changed at one scan. */
export type FindingTransition = { change: FindingChange; criticality: StartingStatus };

export const findingTransitions: readonly FindingTransition[] = startingStatuses.flatMap(
  (criticality) => findingChanges.map((change) => ({ change, criticality })),
);

/** The name of such a change; the criticality `alarm` is left out. */
export const findingTransitionName = ({ change, criticality }: FindingTransition): string =>
  criticality === 'alarm' ? change : `${change}.${criticality}`;
