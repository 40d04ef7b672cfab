/** How much a finding of a compliance rule matters, the most first. */
export const severities = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];

/** What became of resources at a scan: a rule finds them now, or finds them no longer. */
export const findingChanges = ['opened', 'resolved'] as const;
export type FindingChange = (typeof findingChanges)[number];
