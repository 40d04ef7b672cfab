import { type FoundAs, foundAsName } from '#lib/kernel/findings.ts';
import type { FindingFact, FindingsOfRule, Scan } from './scan.schema.ts';

/** Of one rule, what became of resources and their criticality are told apart. */
export const untoldKey = (found: FoundAs, rule_id: string): string =>
  `${foundAsName(found)} ${rule_id}`;

export const foundAsOf = ({ type, criticality = 'alarm' }: FindingFact): FoundAs => ({
  change: type === 'finding_opened' ? 'opened' : 'resolved',
  criticality,
});

/** What a scan still has to tell, by key. */
export const asUntold = (all: readonly FindingsOfRule[]): NonNullable<Scan['untold']> =>
  Object.fromEntries(all.map((one) => [untoldKey(one, one.rule_id), one]));

/** What is to be told of a scan: a fact for each rule and what became of its findings. */
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
