import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Files } from '#lib/ports/files.ts';
import type { complianceRoutes } from '../compliance.routes.ts';
import { rowsOf } from '../compliance.rules.ts';
import { evaluationsWithExceptions } from '../evaluations/with-exceptions.service.ts';
import type { ShownEvaluation } from '../evaluations/shown-evaluations.service.ts';
import { readValidExceptions } from '../exceptions/valid-exceptions.service.ts';
import { loadAllRules } from '../own/all-rules.service.ts';
import { findingEvent } from './finding-event.rules.ts';
import { readShownFindings } from './shown-findings.service.ts';

type ExampleDeps = { db: Database; clock: Clock; files: Pick<Files, 'get'> };

/** The most resources in an example, which is small enough to be the input of a run. */
const maxExampleResources = 20;

const isAmong = (value: string, allowed: readonly string[] = []): boolean =>
  allowed.length === 0 || allowed.includes(value);

/**
 * The event that bots would get if the findings were new: for the most urgent of the selected
 * rules, in the account with most findings.
 */
export const readFindingExample =
  (deps: ExampleDeps): Service<typeof complianceRoutes>['getFindingExample'] =>
  async ({ tenant_id }, { rules: ruleIds, severities, criticalities = [], integrations }) => {
    // Alarms, unless other criticalities were selected.
    const criticality = isAmong('alarm', criticalities) ? 'alarm' : (criticalities[0] ?? 'alarm');
    const all = await evaluationsWithExceptions(deps, tenant_id, {});
    const evaluations = all.filter(({ evaluation }) =>
      isAmong(evaluation.integration_id, integrations),
    );
    const rules = await loadAllRules(deps.db, tenant_id);
    const selectedRules = rules.filter(
      ({ rule_id, severity }) => isAmong(rule_id, ruleIds) && isAmong(severity, severities),
    );
    const [row] = rowsOf(selectedRules, evaluations, {}).filter(
      ({ counts }) => counts[criticality] > 0,
    );
    const rule = rules.find(({ rule_id }) => rule_id === row?.rule_id);
    if (!rule) return {};
    const count = ({ evaluation }: ShownEvaluation) =>
      evaluation.rules[rule.rule_id]?.counts[criticality] ?? 0;
    const [at] = evaluations.toSorted((one, other) => count(other) - count(one));
    if (!at) return {};
    const { alias, evaluation } = at;
    const { evaluated_at: created_at, scan_id: _id } = evaluation;
    const valid = await readValidExceptions(deps, tenant_id);
    const findingsRef = { ...evaluation, rule_id: rule.rule_id };
    const findings = await readShownFindings(deps.files, findingsRef, valid);
    const found = findings.filter(({ status }) => status === criticality);
    const scan = { ...evaluation, _id, alias, created_at };
    const transition = { change: 'opened' as const, criticality, found };
    const event = findingEvent(rule, scan, transition, maxExampleResources);
    return { scanned_at: created_at, event };
  };
