import * as z from 'zod';
import { severities, startingStatuses } from '#lib/kernel/findings.ts';
import { commaList, pageQuery, searchText, wholeNumber } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import { categories } from '../bots/bot.schema.ts';
import { benchmarkGroups } from './benchmark.schema.ts';
import {
  benchmarkList,
  complianceSummary,
  exportPage,
  findingExample,
  historyIntervals,
  historyList,
  ruleResourcePage,
  ruleRowPage,
  violationCounts,
  violations,
} from './compliance.schema.ts';
import {
  exceptionPage,
  exceptionTerms,
  exceptionView,
  newException,
  scopeKinds,
} from './exceptions/exception.schema.ts';
import { inventoryTypes } from '../inventory/inventoried-clouds.schema.ts';
import { ownRuleRoutes } from './own/own-rule.routes.ts';
import { findingStatuses } from './rule.schema.ts';

const read = { permission: 'read_inventory', resource: 'inventory' } as const;

const integrationType = z.enum(inventoryTypes, 'Rules exist for AWS, Azure, GCP and Kubernetes.');
const benchmark = z.enum(benchmarkGroups, 'Choose one of the benchmarks.');
const id = z.string().min(1).max(100);
const day = z.iso.date('Enter a date such as 2026-01-31.');

/** Selects integrations and rules; `benchmark_type` is an alias of `benchmark`. */
const ruleScopeFields = () => ({
  integration_type: integrationType.optional(),
  integration_id: id.optional(),
  benchmark: benchmark.optional(),
  benchmark_type: benchmark.optional(),
  category: z.enum(categories).optional(),
});

const criticality = z.enum(findingStatuses).optional();

/** Selects rules that have findings of this criticality, or that had errors. */
const findingFilterFields = () => ({
  criticality,
  run_error: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
});

/** Selects findings that are new since a day, or open for at least a number of days. */
const ageFilterFields = () => ({
  new_since: day.optional(),
  open_days: wholeNumber(1, 3650).optional(),
});

const exceptionIdParam = { exception_id: z.string().max(60) };

/** Not audited: the names follow from the ids, and `expired` from the day. */
const auditedException = {
  shownBy: 'getException',
  skip: ['expired', 'rule_title', 'alias'],
} as const;

type RuleResultFilter = { criticality?: string | undefined; run_error?: boolean | undefined };

const atMostOneFilter = z.refine<RuleResultFilter>(
  ({ criticality: of, run_error }) => of === undefined || !run_error,
  { error: 'Choose a criticality or the rules that could not run, not both.', path: ['run_error'] },
);

/** Routes of the compliance area: what the rules found at the last scans. */
export const complianceRoutes = defineRoutes({
  getComplianceSummary: {
    method: 'GET',
    path: 'compliance/summary',
    ...read,
    input: z.strictObject({ ...ruleScopeFields(), ...ageFilterFields() }),
    output: complianceSummary,
    audit: 'Read the compliance summary',
  },
  listComplianceRules: {
    method: 'GET',
    path: 'compliance/rules',
    ...read,
    input: z
      .strictObject({
        ...pageQuery(),
        ...ruleScopeFields(),
        ...findingFilterFields(),
        ...ageFilterFields(),
        rule_id: id.optional(),
        /** A part of the title or id, case-insensitive. */
        search_text: searchText.optional(),
      })
      .check(atMostOneFilter),
    output: ruleRowPage,
    audit: 'List the compliance rules and what they found',
  },
  listRuleResources: {
    method: 'GET',
    path: 'compliance/resources',
    ...read,
    input: z.strictObject({
      ...pageQuery(),
      rule_id: id,
      integration_type: integrationType.optional(),
      integration_id: id.optional(),
      criticality,
      ...ageFilterFields(),
    }),
    output: ruleResourcePage,
    audit: 'List the resources that a rule found',
  },
  listResourceViolations: {
    method: 'GET',
    path: 'compliance/violations',
    ...read,
    input: z.strictObject({
      integration_id: id,
      resource_type: z.string().min(1).max(100),
      resource: z.string().min(1).max(2000),
    }),
    output: violations,
    audit: 'List the findings for a resource',
  },
  countResourceViolations: {
    method: 'POST',
    path: 'compliance/violations/count',
    ...read,
    reads: true,
    input: z.strictObject({
      resources: z
        .array(z.strictObject({ integration_id: id, resource: z.string().min(1).max(2000) }))
        .min(1)
        .max(100),
    }),
    output: violationCounts,
    audit: 'Count the rules that resources fail',
  },
  getFindingExample: {
    method: 'GET',
    path: 'compliance/finding_example',
    ...read,
    input: z.strictObject({
      rules: commaList(id).optional(),
      severities: commaList(z.enum(severities)).optional(),
      criticalities: commaList(z.enum(startingStatuses)).optional(),
      integrations: commaList(id).optional(),
    }),
    output: findingExample,
    audit: 'Read an example of the findings that bots receive',
  },
  listBenchmarkTypes: {
    method: 'GET',
    path: 'compliance/benchmarks',
    ...read,
    input: z.strictObject({ integration_type: integrationType.optional() }),
    output: benchmarkList,
    audit: 'List the benchmarks',
  },
  exportCompliance: {
    method: 'GET',
    path: 'compliance/export',
    ...read,
    input: z
      .strictObject({
        next: z.string().max(2000).optional(),
        ...ruleScopeFields(),
        ...findingFilterFields(),
        ...ageFilterFields(),
      })
      .check(atMostOneFilter),
    output: exportPage,
    audit: 'Export what the compliance rules found',
  },
  getComplianceHistory: {
    method: 'GET',
    path: 'compliance/history',
    ...read,
    input: z
      .strictObject({
        start_date: day,
        end_date: day,
        interval: z.enum(historyIntervals).optional(),
        integrationType: integrationType.optional(),
        benchmark: benchmark.optional(),
      })
      .refine(({ start_date, end_date }) => start_date <= end_date, {
        path: ['end_date'],
        message: 'The end date must not be before the start date.',
      }),
    output: historyList,
    audit: 'Read the compliance history',
  },
  listExceptions: {
    method: 'GET',
    path: 'compliance/exceptions',
    permission: 'read_compliance_exception',
    resource: 'compliance_exception',
    input: z.strictObject({
      ...pageQuery(),
      rule_id: id.optional(),
      kind: z.enum(scopeKinds).optional(),
      status: z.enum(['valid', 'expired']).optional(),
      regex: searchText.optional(),
    }),
    output: exceptionPage,
    audit: 'List the compliance exceptions',
  },
  getException: {
    method: 'GET',
    path: 'compliance/exceptions/{exception_id}',
    permission: 'read_compliance_exception',
    resource: 'compliance_exception',
    input: z.strictObject(exceptionIdParam),
    output: exceptionView,
    audit: 'Read a compliance exception',
  },
  createException: {
    method: 'POST',
    path: 'compliance/exceptions',
    permission: 'create_compliance_exception',
    resource: 'compliance_exception',
    input: newException,
    output: exceptionView,
    changes: auditedException,
    audit: 'Create a compliance exception',
    status: 201,
  },
  /** Rejected with 409 if the exception has changed since the given revision. */
  updateException: {
    method: 'PUT',
    path: 'compliance/exceptions/{exception_id}',
    permission: 'update_compliance_exception',
    resource: 'compliance_exception',
    input: exceptionTerms.extend({ ...exceptionIdParam, revision: z.number().int() }),
    output: exceptionView,
    changes: auditedException,
    audit: 'Change a compliance exception',
  },
  deleteException: {
    method: 'DELETE',
    path: 'compliance/exceptions/{exception_id}',
    permission: 'delete_compliance_exception',
    resource: 'compliance_exception',
    input: z.strictObject(exceptionIdParam),
    output: z.object({}),
    changes: auditedException,
    audit: 'Delete a compliance exception',
  },
  ...ownRuleRoutes,
});
