import { findingChanges, type FindingTransition } from '#lib/kernel/findings.ts';
import { type BenchmarkGroup, ownBenchmark } from '../benchmark.schema.ts';
import type { StatusCounts } from '../findings/finding.schema.ts';
import { sumOf } from '../findings/findings.rules.ts';
import type { Rule } from '../rule.schema.ts';
import type { RuleResult } from './evaluation.schema.ts';

/** The groups that a rule belongs to, without duplicates: its benchmarks, or `Own`. */
export const groupsOf = ({ frameworks }: Pick<Rule, 'frameworks'>): BenchmarkGroup[] =>
  frameworks.length === 0
    ? [ownBenchmark]
    : [...new Set(frameworks.map(({ benchmark }) => benchmark))];

/** The findings by benchmark; those of a rule count for each benchmark that it belongs to. */
export const benchmarkTotals = (
  evaluations: readonly { rules: Readonly<Record<string, RuleResult>> }[],
  rules: readonly Rule[],
): Record<string, StatusCounts> => {
  const totals: Record<string, StatusCounts> = {};
  for (const rule of rules) {
    const counts = evaluations.flatMap((one) => one.rules[rule.rule_id]?.counts ?? []);
    if (counts.length === 0) continue;
    const found = sumOf(counts);
    for (const benchmark of groupsOf(rule)) {
      const subtotal = totals[benchmark];
      totals[benchmark] = subtotal ? sumOf([subtotal, found]) : found;
    }
  }
  return totals;
};

/** The rules that a scan could not evaluate, once for each of their benchmarks. */
export const unevaluatedRules = (
  results: Readonly<Record<string, RuleResult>>,
  rules: readonly Rule[],
): { benchmark: BenchmarkGroup; rule_id: string }[] =>
  rules
    .filter(({ rule_id }) => results[rule_id]?.run_error !== undefined)
    .flatMap((rule) => groupsOf(rule).map((benchmark) => ({ benchmark, rule_id: rule.rule_id })));

/** Whether a rule has findings to show, of this scan or of an earlier one. */
export const hasFindings = ({ run_error, asked_at }: RuleResult): boolean =>
  run_error === undefined || asked_at !== undefined;

/** When the scan that produced the rule's findings began; undefined if it has none. */
export const findingsTimeOf = (result: RuleResult, evaluated_at: string): string | undefined =>
  hasFindings(result) ? (result.asked_at ?? evaluated_at) : undefined;

/**
 * Whether the findings of a rule are of its current query. A scan reads the rules after collecting,
 * so their version may be later than the start of the scan.
 */
export const isOfCurrentQuery = (
  result: RuleResult,
  evaluated_at: string,
  { changed_at }: Pick<Rule, 'changed_at'>,
): boolean => {
  if (changed_at === undefined || result.changed_at === changed_at) return true;
  const findingsTime = findingsTimeOf(result, evaluated_at);
  return findingsTime !== undefined && findingsTime >= changed_at;
};

/** The changes that bots were notified of for a rule's result. */
export const notifiedChangesOf = (result: RuleResult | undefined): FindingTransition[] => [
  ...findingChanges
    .filter((change) => result?.[change])
    .map((change): FindingTransition => ({ change, criticality: 'alarm' })),
  ...(result?.also_told ?? []),
];
