import { slicePage } from '#lib/kernel/lists.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Files } from '#lib/ports/files.ts';
import { allEditions } from './benchmark.schema.ts';
import { coverageOf } from './benchmarks.rules.ts';
import type { complianceRoutes } from './compliance.routes.ts';
import { historyOf, rowsOf, type RuleScope, rulesInScope, summaryOf } from './compliance.rules.ts';
import type { RuleResource } from './compliance.schema.ts';
import { filterByAge } from './evaluations/filter-by-age.service.ts';
import { complianceDayStore } from './evaluations/evaluation.store.ts';
import {
  evaluationsWithExceptions,
  previousWithExceptions,
} from './evaluations/with-exceptions.service.ts';
import { benchmarkTotals } from './evaluations/evaluation.rules.ts';
import {
  findShownEvaluations,
  type IntegrationFilter,
  type ShownEvaluation,
} from './evaluations/shown-evaluations.service.ts';
import type { ShownFinding } from './exceptions/exception.rules.ts';
import { exceptionCalls } from './exceptions/exception.service.ts';
import { type AgeFilter, hasAge, isOfAge } from './findings/age.rules.ts';
import { exportCompliance } from './findings/export.service.ts';
import { openFindingsReader, readFindingsOfRule } from './findings/shown-findings.service.ts';
import { countViolations, listViolations } from './findings/violations.service.ts';
import { readFindingExample } from './findings/finding-example.service.ts';
import { findingStatuses, type Rule } from './rule.schema.ts';
import { loadAllRules, loadBuiltInRules } from './own/all-rules.service.ts';
import { ownRuleCalls, type OwnRuleDeps } from './own/own-rule.service.ts';

export type ComplianceDeps = OwnRuleDeps & { files: Pick<Files, 'get'> };

const resourceOf = (
  { evaluation: { integration_id }, alias }: ShownEvaluation,
  { status, resource, account_id, reason, tags: _t, untold: _u, ...findingFields }: ShownFinding,
): RuleResource => ({
  ...findingFields,
  integration_id,
  alias,
  criticality: status,
  uid: resource,
  account_uid: account_id,
  details: reason,
});

/** The shown evaluations, with exceptions applied and, if an age is given, only its findings. */
const readShownEvaluations = async (
  deps: ComplianceDeps,
  tenantId: string,
  filter: RuleScope & AgeFilter & IntegrationFilter,
  rules: readonly Rule[],
): Promise<readonly ShownEvaluation[]> => {
  const evaluations = await evaluationsWithExceptions(deps, tenantId, filter);
  if (!hasAge(filter)) return evaluations;
  const reader = await openFindingsReader(deps, tenantId);
  return filterByAge(reader, evaluations, rulesInScope(rules, filter), {
    age: filter,
    now: deps.clock(),
  });
};

/** Most urgent first, whatever the order of the rule's SQL. */
const byUrgency = (one: RuleResource, other: RuleResource): number =>
  findingStatuses.indexOf(one.criticality) - findingStatuses.indexOf(other.criticality);

/** Past days as they were stored; for the scans shown now, the current exceptions apply. */
const historyCall =
  (deps: ComplianceDeps): Service<typeof complianceRoutes>['getComplianceHistory'] =>
  async ({ tenant_id }, filter) => {
    const { start_date, end_date, interval, integrationType, benchmark } = filter;
    const days = await complianceDayStore(deps.db, tenant_id).between(start_date, end_date);
    const evaluations = await evaluationsWithExceptions(deps, tenant_id, {
      integration_type: integrationType,
    });
    const all = await loadAllRules(deps.db, tenant_id);
    const byScanId = new Map(evaluations.map(({ evaluation }) => [evaluation.scan_id, evaluation]));
    const matchingDays = days
      .filter((one) => integrationType === undefined || one.integration_type === integrationType)
      .map((one) => {
        const current = byScanId.get(one.scan_id);
        if (!current) return one;
        const benchmarks = benchmarkTotals([current], all);
        return { ...one, totals: current.totals, benchmarks };
      });
    return { items: historyOf(matchingDays, { benchmark, interval }) };
  };

/** Selects the rule with an id, or rules whose title or id contains a text. */
const isSelectedBy =
  ({ rule_id, search_text }: { rule_id?: string | undefined; search_text?: string | undefined }) =>
  (rule: Rule): boolean => {
    const searchableText = `${rule.title}\n${rule.rule_id}`.toLowerCase();
    const matchesId = rule_id === undefined || rule.rule_id === rule_id;
    return matchesId && searchableText.includes(search_text?.toLowerCase() ?? '');
  };

/** The combined results of the rules. */
const summaryCall =
  (deps: ComplianceDeps): Service<typeof complianceRoutes>['getComplianceSummary'] =>
  async ({ tenant_id }, filter) => {
    const all = await loadAllRules(deps.db, tenant_id);
    const evaluations = await readShownEvaluations(deps, tenant_id, filter, all);
    // With an age, there is no comparison: an earlier scan had other findings of that age.
    const previousEvaluations = hasAge(filter)
      ? []
      : await previousWithExceptions(deps, tenant_id, evaluations);
    return summaryOf(all, evaluations, previousEvaluations, filter);
  };

/** Calls of the compliance area, one function per route. */
export const complianceService = (deps: ComplianceDeps): Service<typeof complianceRoutes> => ({
  getComplianceSummary: summaryCall(deps),

  async listComplianceRules({ tenant_id }, { number_of_items, page_number, next, ...filter }) {
    const request = { number_of_items, page_number, next };
    const all = await loadAllRules(deps.db, tenant_id);
    const matchingRules = all.filter(isSelectedBy(filter));
    const evaluations = await readShownEvaluations(deps, tenant_id, filter, matchingRules);
    const values = rowsOf(matchingRules, evaluations, filter);
    return slicePage(deps.db, { values, request, scope: ['compliance rules', tenant_id, filter] });
  },

  async listRuleResources({ tenant_id }, { number_of_items, page_number, next, ...filter }) {
    const { rule_id, criticality } = filter;
    const matchesAge = isOfAge(filter, deps.clock());
    const all = await loadAllRules(deps.db, tenant_id);
    const rule = all.find((one) => one.rule_id === rule_id);
    if (!rule) throw notFound('rule');
    const evaluations = await findShownEvaluations(deps.db, tenant_id, filter);
    const reader = await openFindingsReader(deps, tenant_id);
    const values: RuleResource[] = [];
    for (const at of evaluations) {
      for (const one of await readFindingsOfRule(reader, at, rule_id)) {
        if ((criticality === undefined || one.status === criticality) && matchesAge(one)) {
          values.push(resourceOf(at, one));
        }
      }
    }
    values.sort(byUrgency);
    const request = { number_of_items, page_number, next };
    const scope = ['rule resources', tenant_id, filter];
    const page = await slicePage(deps.db, { values, request, scope });
    const { resourceQueryOf } = await import('../inventory/resources/resource-search.ts');
    const items = page.items.map((one) => {
      const search = resourceQueryOf(rule.resource_type, one.uid);
      const integration_ids = [one.integration_id];
      return search ? { ...one, search: { ...search, integration_ids } } : one;
    });
    return { ...page, items };
  },

  listResourceViolations: listViolations(deps),

  countResourceViolations: countViolations(deps),

  getFindingExample: readFindingExample(deps),

  async listBenchmarkTypes(_, { integration_type }) {
    const editions = allEditions.filter(
      (one) => integration_type === undefined || one.integration_type === integration_type,
    );
    return { items: coverageOf(editions, await loadBuiltInRules()) };
  },

  exportCompliance: exportCompliance(deps),

  getComplianceHistory: historyCall(deps),
  ...exceptionCalls(deps),
  ...ownRuleCalls(deps),
});
