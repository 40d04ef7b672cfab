import { eachOf } from '#lib/kernel/at-once.ts';
import type { Service } from '#lib/kernel/route.ts';
import { integrationTypeOf } from '../../inventory/resources/resource-name.rules.ts';
import type { complianceRoutes } from '../compliance.routes.ts';
import type { Violation } from '../compliance.schema.ts';
import type { ComplianceDeps } from '../compliance.service.ts';
import { shownEvaluations } from '../evaluations/shown.service.ts';
import type { ShownFinding } from '../exceptions/exception.rules.ts';
import { allRules } from '../own/all-rules.service.ts';
import { type FindingStatus, findingStatuses, type Rule } from '../rule.schema.ts';
import { foundAt, openReading } from './shown-findings.service.ts';

/** Files of findings that are read side by side. */
const atOnce = 25;

const noViolations = (): Record<FindingStatus, Violation[]> =>
  Object.fromEntries(findingStatuses.map((status) => [status, []])) as never;

const violationOf = (
  { rule_id, title, service, frameworks, remediation }: Rule,
  { reason, first_seen, exception }: ShownFinding,
  integration_id: string,
): Violation => ({
  findings: { rule_id, title, service },
  compliances: frameworks.map(({ benchmark, control_id }) => ({ benchmark, control_id })),
  integration_id,
  details: reason,
  remediation,
  first_seen,
  ...(exception && { exception }),
});

/**
 * What rules say of one resource, whichever table they read it from: those about users answer the
 * user under the report of credentials, those about workloads all kinds under deployments.
 */
export const violationsOf =
  (deps: ComplianceDeps): Service<typeof complianceRoutes>['listResourceViolations'] =>
  async ({ tenant_id }, { integration_id, resource_type, resource }) => {
    const grouped = noViolations();
    const [at] = await shownEvaluations(deps.db, tenant_id, { integration_id });
    if (!at) return grouped;
    const type = integrationTypeOf(resource_type);
    const all = await allRules(deps.db, tenant_id);
    const rules = all.filter(({ integration_type }) => integration_type === type);
    const reading = await openReading(deps, tenant_id);
    const found = new Map<string, ShownFinding>();
    await eachOf(rules, atOnce, async ({ rule_id }) => {
      const findings = await foundAt(reading, at, rule_id);
      const one = findings.find((finding) => finding.resource === resource);
      if (one) found.set(rule_id, one);
    });
    for (const rule of rules) {
      const one = found.get(rule.rule_id);
      if (one) grouped[one.status].push(violationOf(rule, one, integration_id));
    }
    return grouped;
  };
