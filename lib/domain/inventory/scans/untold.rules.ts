import type { FindingChange } from '#lib/kernel/findings.ts';
import type { FindingFact, FindingsOfRule, Scan } from './scan.schema.ts';

/** Of one rule, opened and resolved are told apart. */
export const untoldKey = (change: FindingChange, rule_id: string): string => `${change} ${rule_id}`;

export const changeOf = ({ type }: FindingFact): FindingChange =>
  type === 'finding_opened' ? 'opened' : 'resolved';

/** What a scan still has to tell, by key. */
export const asUntold = (all: readonly FindingsOfRule[]): NonNullable<Scan['untold']> =>
  Object.fromEntries(all.map((one) => [untoldKey(one.change, one.rule_id), one]));

/** What is to be told of a scan: a fact for each rule and what became of its findings. */
export const findingFacts = ({
  tenant_id,
  _id: scan_id,
  untold = {},
}: Pick<Scan, 'tenant_id' | '_id' | 'untold'>): FindingFact[] =>
  Object.values(untold).map(({ change, rule_id }) => ({
    type: change === 'opened' ? 'finding_opened' : 'finding_resolved',
    tenant_id,
    scan_id,
    rule_id,
  }));
