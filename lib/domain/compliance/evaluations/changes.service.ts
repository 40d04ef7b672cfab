import { type FindingTransition, findingTransitions } from '#lib/kernel/findings.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Scan } from '../../inventory/scans/scan.schema.ts';
import { unreportedChanges } from '../../inventory/scans/finding-changes.rules.ts';
import { isExcepted, type ValidExceptions } from '../exceptions/exception.rules.ts';
import type { Finding } from '../findings/finding.schema.ts';
import { changesOf, findingEvent } from '../findings/finding-event.rules.ts';
import { writeFindingEvent } from '../findings/findings.service.ts';
import type { Rule } from '../rule.schema.ts';
import { notifiedChangesOf } from './evaluation.rules.ts';
import type { Evaluation, RuleResult } from './evaluation.schema.ts';

type ScanContext = { scan: Scan; valid: ValidExceptions };

type NotifiedChanges = Pick<RuleResult, 'opened' | 'resolved' | 'also_told'>;

/** The fields of a rule's result about the changes that bots are notified of. */
const toResultFields = (
  told: readonly (FindingTransition & { count: number })[],
): NotifiedChanges => {
  const critical = told.filter(({ criticality }) => criticality === 'alarm');
  const others = told.filter(({ criticality }) => criticality !== 'alarm');
  return {
    ...Object.fromEntries(critical.map(({ change, count }) => [change, count])),
    ...(others.length > 0 && {
      also_told: others.map(({ change, criticality }) => ({ change, criticality })),
    }),
  };
};

/**
 * Writes the changes since the last successful evaluation of the rule, as events for bots; returns
 * their numbers. Accepted findings start no bot.
 */
export const writeChanges = async (
  files: Pick<Files, 'put'>,
  { scan, valid }: ScanContext,
  rule: Rule,
  { earlier, now }: { earlier: readonly Finding[]; now: readonly Finding[] },
): Promise<NotifiedChanges> => {
  const { tenant_id, integration_id, _id: scan_id } = scan;
  const at = { tenant_id, integration_id, rule_id: rule.rule_id, scan_id };
  const told: (FindingTransition & { count: number })[] = [];
  for (const as of findingTransitions) {
    const all = changesOf(earlier, now, as.criticality)[as.change];
    const found = all.filter((one) => !isExcepted(valid, at, one));
    if (found.length === 0) continue;
    told.push({ ...as, count: found.length });
    await writeFindingEvent(files, at, findingEvent(rule, scan, { ...as, found }));
  }
  return toResultFields(told);
};

/** The changes that bots must be notified of after the scan is published. */
export const changesToNotify = (
  rules: readonly Rule[],
  results: Evaluation['rules'],
): Scan['untold'] =>
  unreportedChanges(
    rules.flatMap(({ rule_id, title, severity }) =>
      notifiedChangesOf(results[rule_id]).map((as) => ({ rule_id, title, severity, ...as })),
    ),
  );
