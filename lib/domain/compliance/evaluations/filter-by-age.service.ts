import { forEachInBatches } from '#lib/kernel/in-batches.ts';
import { type AgeFilter, isOfAge } from '../findings/age.rules.ts';
import { countsOf, sumOf } from '../findings/findings.rules.ts';
import { type FindingsReader, readShownFindings } from '../findings/shown-findings.service.ts';
import type { Rule } from '../rule.schema.ts';
import { hasFindings } from './evaluation.rules.ts';
import type { RuleResult } from './evaluation.schema.ts';
import type { ShownEvaluation } from './shown-evaluations.service.ts';

/** How many files of findings are read in parallel. */
const maxParallel = 10;

/** One evaluation with only these rules, and counts of findings of that age. */
const filterOneByAge = async (
  { files, valid }: FindingsReader,
  { evaluation, alias }: ShownEvaluation,
  rules: readonly Rule[],
  matchesAge: ReturnType<typeof isOfAge>,
): Promise<ShownEvaluation> => {
  const { tenant_id, integration_id, scan_id } = evaluation;
  const results: Record<string, RuleResult> = {};
  await forEachInBatches(rules, maxParallel, async ({ rule_id }) => {
    const result = evaluation.rules[rule_id];
    if (!result) return;
    results[rule_id] = result;
    if (!hasFindings(result)) return;
    const at = { tenant_id, integration_id, rule_id, scan_id };
    const found = await readShownFindings(files, at, valid);
    results[rule_id] = { ...result, counts: countsOf(found.filter(matchesAge)) };
  });
  const totals = sumOf(Object.values(results).map(({ counts }) => counts));
  return { evaluation: { ...evaluation, rules: results, totals }, alias };
};

/** The shown evaluations, counting only findings of that age. */
export const filterByAge = async (
  reader: FindingsReader,
  evaluations: readonly ShownEvaluation[],
  rules: readonly Rule[],
  { age, now }: { age: AgeFilter; now: number },
): Promise<readonly ShownEvaluation[]> => {
  const matchesAge = isOfAge(age, now);
  const evaluationsOfAge: ShownEvaluation[] = [];
  for (const one of evaluations)
    evaluationsOfAge.push(await filterOneByAge(reader, one, rules, matchesAge));
  return evaluationsOfAge;
};
