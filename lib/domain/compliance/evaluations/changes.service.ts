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
  changes: readonly (FindingTransition & { count: number })[],
): NotifiedChanges => {
  const critical = changes.filter(({ criticality }) => criticality === 'alarm');
  const otherChanges = changes.filter(({ criticality }) => criticality !== 'alarm');
  return {
    ...Object.fromEntries(critical.map(({ change, count }) => [change, count])),
    ...(otherChanges.length > 0 && {
      also_told: otherChanges.map(({ change, criticality }) => ({ change, criticality })),
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
  const changes: (FindingTransition & { count: number })[] = [];
  for (const transition of findingTransitions) {
    const all = changesOf(earlier, now, transition.criticality)[transition.change];
    const found = all.filter((one) => !isExcepted(valid, at, one));
    if (found.length === 0) continue;
    changes.push({ ...transition, count: found.length });
    await writeFindingEvent(files, at, findingEvent(rule, scan, { ...transition, found }));
  }
  return toResultFields(changes);
};

/** The changes that bots must be notified of after the scan is published. */
export const changesToNotify = (
  rules: readonly Rule[],
  results: Evaluation['rules'],
): Scan['untold'] =>
  unreportedChanges(
    rules.flatMap(({ rule_id, title, severity }) =>
      notifiedChangesOf(results[rule_id]).map((transition) => ({
        rule_id,
        title,
        severity,
        ...transition,
      })),
    ),
  );
