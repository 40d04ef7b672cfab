import { forEachInBatches } from '#lib/kernel/in-batches.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Files } from '#lib/ports/files.ts';
import { findingTransitions } from '#lib/kernel/findings.ts';
import { removeFindingEvent, removeFindings } from '../findings/findings.service.ts';
import { notifiedChangesOf } from './evaluation.rules.ts';
import type { Evaluation } from './evaluation.schema.ts';
import { complianceDayStore, evaluationStore, eventRetentionMs } from './evaluation.store.ts';

type Deps = { db: Database; files: Pick<Files, 'remove'> };

/** How many files, and days of the history, are deleted in parallel. */
const maxParallel = 25;

/** The rules of an evaluation; an interrupted one may have files of any of them. */
const rulesOf = ({ rules, rule_ids = [] }: Evaluation): string[] => [
  ...new Set([...Object.keys(rules), ...rule_ids]),
];

/** The changes that bots were, or may have been, notified of for a rule. */
const maybeNotifiedChanges = ({ rules }: Evaluation, rule_id: string) =>
  rules[rule_id] === undefined ? findingTransitions : notifiedChangesOf(rules[rule_id]);

const removeAllFindings = async ({ files }: Deps, one: Evaluation): Promise<void> => {
  if (one.retired) return;
  await forEachInBatches(rulesOf(one), maxParallel, (rule_id) =>
    removeFindings(files, { ...one, rule_id }),
  );
};

/** Deletes an evaluation with its findings, and the events for bots. */
export const removeEvaluation = async (deps: Deps, one: Evaluation): Promise<void> => {
  await removeAllFindings(deps, one);
  await forEachInBatches(rulesOf(one), maxParallel, async (rule_id) => {
    for (const transition of maybeNotifiedChanges(one, rule_id)) {
      await removeFindingEvent(deps.files, { ...one, rule_id }, transition);
    }
  });
  await evaluationStore(deps.db, one.tenant_id).delete(one);
};

/**
 * Deletes the findings of an evaluation that is no longer read. The events that started runs are
 * kept for a while, since these runs may still read them.
 */
export const retireEvaluation = async (
  deps: Deps & { clock: Clock },
  one: Evaluation,
): Promise<void> => {
  const reportedResults = Object.entries(one.rules).filter(
    ([, result]) => notifiedChangesOf(result).length > 0,
  );
  const isOld = Date.parse(one.evaluated_at) + eventRetentionMs < deps.clock();
  if (isOld || reportedResults.length === 0) return removeEvaluation(deps, one);
  if (one.retired) return;
  await removeAllFindings(deps, one);
  const { tenant_id, _id, ...fields } = one;
  const rules = Object.fromEntries(reportedResults);
  await evaluationStore(deps.db, tenant_id).put({ ...fields, rules, retired: true });
};

/** Deletes the findings of an integration, and its entries in the history. */
export const forgetFindings = async (
  deps: Deps & { clock: Clock },
  tenant_id: string,
  integration_id: string,
): Promise<void> => {
  const days = complianceDayStore(deps.db, tenant_id);
  await forEachInBatches(days.keptUntil(deps.clock()), maxParallel, (day) =>
    days.delete(day, integration_id),
  );
  for (const one of await evaluationStore(deps.db, tenant_id).of(integration_id)) {
    await removeEvaluation(deps, one);
  }
};
