/** How much a finding of a compliance rule matters, the most first. */
export const severities = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];

/** What became of resources at a scan: a rule finds them now, or finds them no longer. */
export const findingChanges = ['opened', 'resolved'] as const;
export type FindingChange = (typeof findingChanges)[number];

/** What rules say of resources that can start bots: the criticality, by its status. */
export const startingStatuses = ['alarm', 'info', 'error'] as const;
export type StartingStatus = (typeof startingStatuses)[number];

/** What happened to resources of one rule at one scan. */
export type FoundAs = { change: FindingChange; criticality: StartingStatus };

export const everyFoundAs: readonly FoundAs[] = startingStatuses.flatMap((criticality) =>
  findingChanges.map((change) => ({ change, criticality })),
);

/** A name of it; what is critical needs none beside what became of it. */
export const foundAsName = ({ change, criticality }: FoundAs): string =>
  criticality === 'alarm' ? change : `${change}.${criticality}`;
