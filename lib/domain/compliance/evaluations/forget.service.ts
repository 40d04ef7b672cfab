import { eachOf } from '#lib/kernel/at-once.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Files } from '#lib/ports/files.ts';
import { removeFindings } from '../findings/findings.service.ts';
import type { Evaluation } from './evaluation.schema.ts';
import { complianceDayStore, evaluationStore } from './evaluation.store.ts';

type Deps = { db: Database; files: Pick<Files, 'remove'> };

/** Files, and days of the history, that are removed side by side. */
const atOnce = 25;

/** Removes an evaluation and its findings; one that was cut short may have some of any rule. */
export const removeEvaluation = async (
  { db, files }: Deps,
  one: Evaluation,
): Promise<void> => {
  const { tenant_id, integration_id, scan_id, rules, rule_ids = [] } = one;
  const ids = [...new Set([...Object.keys(rules), ...rule_ids])];
  await eachOf(ids, atOnce, (rule_id) =>
    removeFindings(files, { tenant_id, integration_id, rule_id, scan_id }),
  );
  await evaluationStore(db, tenant_id).delete(one);
};

/** Removes what the rules have found of an integration, and its part of the history. */
export const forgetFindings = async (
  deps: Deps & { clock: Clock },
  tenant_id: string,
  integration_id: string,
): Promise<void> => {
  const days = complianceDayStore(deps.db, tenant_id);
  await eachOf(days.keptUntil(deps.clock()), atOnce, (day) => days.delete(day, integration_id));
  for (const one of await evaluationStore(deps.db, tenant_id).of(integration_id)) {
    await removeEvaluation(deps, one);
  }
};
