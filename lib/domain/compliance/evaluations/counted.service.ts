import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Files } from '#lib/ports/files.ts';
import { mayBeExcepted, type ValidExceptions } from '../exceptions/exception.rules.ts';
import { validExceptions } from '../exceptions/valid-exceptions.service.ts';
import { countsOf, sumOf } from '../findings/findings.rules.ts';
import { shownFindings } from '../findings/shown-findings.service.ts';
import { hasFindings } from './evaluation.rules.ts';
import type { Evaluation, RuleResult } from './evaluation.schema.ts';
import {
  type Accounts,
  previousEvaluations,
  type Shown,
  shownEvaluations,
  type Where,
} from './shown.service.ts';

type CountedDeps = { db: Database; clock: Clock; files: Pick<Files, 'get'> };

/**
 * An evaluation whose counts treat accepted findings as skipped. Only the findings of rules with
 * exceptions are read.
 */
export const countedEvaluation = async <E extends Omit<Evaluation, '_id'>>(
  files: Pick<Files, 'get'>,
  evaluation: E,
  valid: ValidExceptions,
): Promise<E> => {
  const { tenant_id, integration_id, scan_id } = evaluation;
  const recounted = [...valid.keys()].map(async (rule_id): Promise<[string, RuleResult][]> => {
    const result = evaluation.rules[rule_id];
    const isMeant = result !== undefined && hasFindings(result);
    if (!isMeant || !mayBeExcepted(valid, { rule_id, integration_id })) return [];
    const at = { tenant_id, integration_id, rule_id, scan_id };
    return [[rule_id, { ...result, counts: countsOf(await shownFindings(files, at, valid)) }]];
  });
  const changed = Object.fromEntries((await Promise.all(recounted)).flat());
  if (Object.keys(changed).length === 0) return evaluation;
  const rules = { ...evaluation.rules, ...changed };
  const totals = sumOf(Object.values(rules).map(({ counts }) => counts));
  return { ...evaluation, rules, totals };
};

/** The evaluations that pages show, with counts that respect exceptions. */
export const countedEvaluations = async (
  deps: CountedDeps,
  tenantId: string,
  where: Where,
  accounts?: Accounts,
): Promise<Shown[]> => {
  const [shown, valid] = await Promise.all([
    shownEvaluations(deps.db, tenantId, where, accounts),
    validExceptions(deps, tenantId),
  ]);
  return Promise.all(
    shown.map(async ({ evaluation, alias }) => ({
      evaluation: await countedEvaluation(deps.files, evaluation, valid),
      alias,
    })),
  );
};

/**
 * The evaluations before these, if they are kept. The current exceptions apply to both: a trend
 * shows what happened to resources, not that somebody accepted their findings.
 */
export const countedBefore = async (
  deps: CountedDeps,
  tenantId: string,
  shown: readonly Shown[],
): Promise<Evaluation[]> => {
  const [before, valid] = await Promise.all([
    previousEvaluations(deps.db, tenantId, shown),
    validExceptions(deps, tenantId),
  ]);
  return Promise.all(before.map((one) => countedEvaluation(deps.files, one, valid)));
};
