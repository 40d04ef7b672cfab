import { forEachInBatches } from '#lib/kernel/in-batches.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Scan } from '../../inventory/scans/scan.schema.ts';
import { copyFindings } from '../findings/findings.service.ts';
import type { Rule } from '../rule.schema.ts';
import { findingsTimeOf } from './evaluation.rules.ts';
import type { Evaluation, RuleResult } from './evaluation.schema.ts';

/** How many files are copied in parallel. */
const maxParallel = 25;

/** The rules for a type of integrations: those that a scan evaluates, and those it must not. */
export const partitionRules = (
  { integration_type, compliance_checks }: Scan,
  all: readonly Rule[],
): { included: Rule[]; excluded: Rule[] } => {
  const typeRules = all.filter((rule) => rule.integration_type === integration_type);
  // Own rules belong to no benchmark, so they are evaluated whatever benchmarks the scan names.
  const isIncluded = ({ frameworks }: Rule): boolean =>
    !compliance_checks ||
    frameworks.length === 0 ||
    frameworks.some(({ benchmark }) => compliance_checks.includes(benchmark));
  return {
    included: typeRules.filter(isIncluded),
    excluded: typeRules.filter((rule) => !isIncluded(rule)),
  };
};

/**
 * Keeps the earlier findings, with their time, of rules that this scan must not evaluate: a
 * schedule for one benchmark does not affect the others. The files are copied, since old ones are
 * deleted.
 */
export const keepExcludedResults = async (
  files: Pick<Files, 'get' | 'put'>,
  { tenant_id, integration_id, _id: scan_id }: Scan,
  excluded: readonly Rule[],
  previous: Evaluation | undefined,
): Promise<Record<string, RuleResult>> => {
  const results: Record<string, RuleResult> = {};
  await forEachInBatches(excluded, maxParallel, async ({ rule_id }) => {
    const result = previous?.rules[rule_id];
    if (!previous || !result) return;
    const at = { tenant_id, integration_id, rule_id };
    await copyFindings(files, { ...at, scan_id: previous.scan_id }, { ...at, scan_id });
    const { opened: _o, resolved: _r, also_told: _a, ...resultFields } = result;
    const asked_at = findingsTimeOf(result, previous.evaluated_at);
    results[rule_id] = { ...resultFields, ...(asked_at !== undefined && { asked_at }) };
  });
  return results;
};
