import { type FindingChange, findingChanges } from '#lib/kernel/findings.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Scan } from '../../inventory/scans/scan.schema.ts';
import { asUntold } from '../../inventory/scans/untold.rules.ts';
import { isExcepted, type ValidExceptions } from '../exceptions/exception.rules.ts';
import type { Finding } from '../findings/finding.schema.ts';
import { changesOf, findingEvent } from '../findings/finding-event.rules.ts';
import { writeFindingEvent } from '../findings/findings.service.ts';
import type { Rule } from '../rule.schema.ts';
import type { Evaluation, RuleResult } from './evaluation.schema.ts';

type Evaluated = { scan: Scan; valid: ValidExceptions };

/**
 * Writes what is new since the rule had its last answer, for bots that findings start; answers how
 * many resources that are. What is accepted starts nothing.
 */
export const writeChanges = async (
  files: Pick<Files, 'put'>,
  { scan, valid }: Evaluated,
  rule: Rule,
  { earlier, now }: { earlier: readonly Finding[]; now: readonly Finding[] },
): Promise<Pick<RuleResult, FindingChange>> => {
  const { tenant_id, integration_id, _id: scan_id } = scan;
  const at = { tenant_id, integration_id, rule_id: rule.rule_id, scan_id };
  const changes = changesOf(earlier, now);
  const counts: Pick<RuleResult, FindingChange> = {};
  for (const change of findingChanges) {
    const found = changes[change].filter((one) => !isExcepted(valid, at, one));
    if (found.length === 0) continue;
    counts[change] = found.length;
    await writeFindingEvent(files, at, findingEvent(rule, scan, { change, found }));
  }
  return counts;
};

/** What bots are to be told of, once the scan is shown. */
export const untoldOf = (rules: readonly Rule[], results: Evaluation['rules']): Scan['untold'] =>
  asUntold(
    rules.flatMap(({ rule_id, title, severity }) =>
      findingChanges
        .filter((change) => results[rule_id]?.[change])
        .map((change) => ({ rule_id, title, severity, change })),
    ),
  );
