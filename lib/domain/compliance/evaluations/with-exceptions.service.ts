import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Files } from '#lib/ports/files.ts';
import { mayBeExcepted, type ValidExceptions } from '../exceptions/exception.rules.ts';
import { readValidExceptions } from '../exceptions/valid-exceptions.service.ts';
import { countsOf, sumOf } from '../findings/findings.rules.ts';
import { readShownFindings } from '../findings/shown-findings.service.ts';
import { hasFindings } from './evaluation.rules.ts';
import type { Evaluation, RuleResult } from './evaluation.schema.ts';
import {
  type Accounts,
  findPreviousEvaluations,
  findShownEvaluations,
  type IntegrationFilter,
  type ShownEvaluation,
} from './shown-evaluations.service.ts';

type ExceptionDeps = { db: Database; clock: Clock; files: Pick<Files, 'get'> };

/**
 * An evaluation whose counts treat accepted findings as skipped. Only the findings of rules with
 * exceptions are read.
 */
export const applyExceptions = async <E extends Omit<Evaluation, '_id'>>(
  files: Pick<Files, 'get'>,
  evaluation: E,
  valid: ValidExceptions,
): Promise<E> => {
  const { tenant_id, integration_id, scan_id } = evaluation;
  const recounted = [...valid.keys()].map(async (rule_id): Promise<[string, RuleResult][]> => {
    const result = evaluation.rules[rule_id];
    const hasResult = result !== undefined && hasFindings(result);
    if (!hasResult || !mayBeExcepted(valid, { rule_id, integration_id })) return [];
    const at = { tenant_id, integration_id, rule_id, scan_id };
    return [[rule_id, { ...result, counts: countsOf(await readShownFindings(files, at, valid)) }]];
  });
  const changed = Object.fromEntries((await Promise.all(recounted)).flat());
  if (Object.keys(changed).length === 0) return evaluation;
  const rules = { ...evaluation.rules, ...changed };
  const totals = sumOf(Object.values(rules).map(({ counts }) => counts));
  return { ...evaluation, rules, totals };
};

/** The evaluations that pages show, with counts that respect exceptions. */
export const evaluationsWithExceptions = async (
  deps: ExceptionDeps,
  tenantId: string,
  filter: IntegrationFilter,
  accounts?: Accounts,
): Promise<ShownEvaluation[]> => {
  const [evaluations, valid] = await Promise.all([
    findShownEvaluations(deps.db, tenantId, filter, accounts),
    readValidExceptions(deps, tenantId),
  ]);
  return Promise.all(
    evaluations.map(async ({ evaluation, alias }) => ({
      evaluation: await applyExceptions(deps.files, evaluation, valid),
      alias,
    })),
  );
};

/**
 * The evaluations before these, if they are kept. The current exceptions apply to both: a trend
 * shows what happened to resources, not that somebody accepted their findings.
 */
export const previousWithExceptions = async (
  deps: ExceptionDeps,
  tenantId: string,
  current: readonly ShownEvaluation[],
): Promise<Evaluation[]> => {
  const [previous, valid] = await Promise.all([
    findPreviousEvaluations(deps.db, tenantId, current),
    readValidExceptions(deps, tenantId),
  ]);
  return Promise.all(previous.map((one) => applyExceptions(deps.files, one, valid)));
};
