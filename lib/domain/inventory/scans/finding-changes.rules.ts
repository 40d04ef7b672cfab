import { type FindingTransition, findingTransitionName } from '#lib/kernel/findings.ts';
import type { FindingFact, FindingsOfRule, Scan } from './scan.schema.ts';

/** For one rule, each kind of change and each criticality is reported separately. */
export const findingChangeKey = (found: FindingTransition, rule_id: string): string =>
  `${findingTransitionName(found)} ${rule_id}`;

export const findingChangeOf = ({
  type,
  criticality = 'alarm',
}: FindingFact): FindingTransition => ({
  change: type === 'finding_opened' ? 'opened' : 'resolved',
  criticality,
});

/** The changes of findings that a scan must report, by key. */
export const unreportedChanges = (all: readonly FindingsOfRule[]): NonNullable<Scan['untold']> =>
  Object.fromEntries(all.map((one) => [findingChangeKey(one, one.rule_id), one]));

/** The facts to publish about a scan: one for each rule, change and criticality. */
export const findingFacts = ({
  tenant_id,
  _id: scan_id,
  untold = {},
}: Pick<Scan, 'tenant_id' | '_id' | 'untold'>): FindingFact[] =>
  Object.values(untold).map(({ change, rule_id, criticality }) => ({
    type: change === 'opened' ? 'finding_opened' : 'finding_resolved',
    tenant_id,
    scan_id,
    rule_id,
    ...(criticality !== 'alarm' && { criticality }),
  }));
