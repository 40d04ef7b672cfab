import { eachOf } from '#lib/kernel/at-once.ts';
import { type AgeFilter, isOfAge } from '../findings/age.rules.ts';
import { countsOf, sumOf } from '../findings/findings.rules.ts';
import { type Reading, shownFindings } from '../findings/shown-findings.service.ts';
import type { Rule } from '../rule.schema.ts';
import { hasFindings } from './evaluation.rules.ts';
import type { RuleResult } from './evaluation.schema.ts';
import type { Shown } from './shown.service.ts';

/** How many files of findings are read in parallel. */
const atOnce = 10;

/** One evaluation with only these rules, and counts of findings of that age. */
const agedOne = async (
  { files, valid }: Reading,
  { evaluation, alias }: Shown,
  rules: readonly Rule[],
  isMeant: ReturnType<typeof isOfAge>,
): Promise<Shown> => {
  const { tenant_id, integration_id, scan_id } = evaluation;
  const aged: Record<string, RuleResult> = {};
  await eachOf(rules, atOnce, async ({ rule_id }) => {
    const result = evaluation.rules[rule_id];
    if (!result) return;
    aged[rule_id] = result;
    if (!hasFindings(result)) return;
    const at = { tenant_id, integration_id, rule_id, scan_id };
    const found = await shownFindings(files, at, valid);
    aged[rule_id] = { ...result, counts: countsOf(found.filter(isMeant)) };
  });
  const totals = sumOf(Object.values(aged).map(({ counts }) => counts));
  return { evaluation: { ...evaluation, rules: aged, totals }, alias };
};

/** The shown evaluations, counting only findings of that age. */
export const agedEvaluations = async (
  reading: Reading,
  shown: readonly Shown[],
  rules: readonly Rule[],
  { age, now }: { age: AgeFilter; now: number },
): Promise<readonly Shown[]> => {
  const isMeant = isOfAge(age, now);
  const aged: Shown[] = [];
  for (const one of shown) aged.push(await agedOne(reading, one, rules, isMeant));
  return aged;
};
