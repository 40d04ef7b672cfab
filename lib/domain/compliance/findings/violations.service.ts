import type * as z from 'zod';
import { forEachInBatches } from '#lib/kernel/in-batches.ts';
import { severities } from '#lib/kernel/findings.ts';
import type { Service } from '#lib/kernel/route.ts';
import { inventoryTypeOf } from '../../inventory/resources/resource-name.rules.ts';
import type { complianceRoutes } from '../compliance.routes.ts';
import type { Violation, violationCounts } from '../compliance.schema.ts';
import type { ComplianceDeps } from '../compliance.service.ts';
import { findShownEvaluations } from '../evaluations/shown-evaluations.service.ts';
import type { ShownFinding } from '../exceptions/exception.rules.ts';
import { loadAllRules } from '../own/all-rules.service.ts';
import { type FindingStatus, findingStatuses, type Rule } from '../rule.schema.ts';
import { openFindingsReader, readFindingsAbout } from './shown-findings.service.ts';

/** How many files of findings are read in parallel. */
const maxParallel = 25;

const noViolations = (): Record<FindingStatus, Violation[]> =>
  Object.fromEntries(findingStatuses.map((status) => [status, []])) as never;

const bySeverity = (one: Rule, other: Rule): number =>
  severities.indexOf(one.severity) - severities.indexOf(other.severity);

const violationOf = (
  { rule_id, title, service, severity, frameworks, remediation }: Rule,
  { reason, first_seen, exception }: ShownFinding,
  integration_id: string,
): Violation => ({
  findings: { rule_id, title, service },
  severity,
  compliances: frameworks.map(({ benchmark, control_id }) => ({ benchmark, control_id })),
  integration_id,
  details: reason,
  remediation,
  first_seen,
  ...(exception && { exception }),
});

/**
 * The findings for one resource, from rules over any table: rules about users name the user but
 * read the credential report, and those about workloads name all kinds but read deployments.
 */
export const listViolations =
  (deps: ComplianceDeps): Service<typeof complianceRoutes>['listResourceViolations'] =>
  async ({ tenant_id }, { integration_id, resource_type, resource }) => {
    const grouped = noViolations();
    const [at] = await findShownEvaluations(deps.db, tenant_id, { integration_id });
    if (!at) return grouped;
    const type = inventoryTypeOf(resource_type);
    const all = await loadAllRules(deps.db, tenant_id);
    const rules = all.filter(({ integration_type }) => integration_type === type);
    const reader = await openFindingsReader(deps, tenant_id);
    const found = new Map<string, ShownFinding>();
    await forEachInBatches(rules, maxParallel, async ({ rule_id }) => {
      const [one] = await readFindingsAbout(reader, at, rule_id, new Set([resource]));
      if (one) found.set(rule_id, one);
    });
    for (const rule of rules.toSorted(bySeverity)) {
      const one = found.get(rule.rule_id);
      if (one) grouped[one.status].push(violationOf(rule, one, integration_id));
    }
    return grouped;
  };

/**
 * The number of rules with an alarm for each of these resources, without accepted findings. Only
 * the findings of rules that have alarms are read.
 */
export const countViolations =
  (deps: ComplianceDeps): Service<typeof complianceRoutes>['countResourceViolations'] =>
  async ({ tenant_id }, { resources }) => {
    const byIntegration = Map.groupBy(resources, ({ integration_id }) => integration_id);
    const ruleIds = new Set((await loadAllRules(deps.db, tenant_id)).map(({ rule_id }) => rule_id));
    const reader = await openFindingsReader(deps, tenant_id);
    const items: z.input<typeof violationCounts>['items'] = [];
    for (const at of await findShownEvaluations(deps.db, tenant_id, {})) {
      const { integration_id, rules } = at.evaluation;
      const counts = new Map(
        byIntegration.get(integration_id)?.map(({ resource }) => [resource, 0]),
      );
      const alarmingIds = Object.keys(rules).filter(
        (id) => ruleIds.has(id) && (rules[id]?.counts.alarm ?? 0) > 0,
      );
      await forEachInBatches(counts.size > 0 ? alarmingIds : [], maxParallel, async (rule_id) => {
        for (const { resource, status } of await readFindingsAbout(reader, at, rule_id, counts)) {
          if (status === 'alarm') counts.set(resource, (counts.get(resource) ?? 0) + 1);
        }
      });
      for (const [resource, critical] of counts) items.push({ integration_id, resource, critical });
    }
    return { items };
  };
