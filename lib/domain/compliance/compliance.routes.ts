import * as z from 'zod';
import { pageQuery } from '#lib/kernel/page.ts';
import { routes } from '#lib/kernel/route.ts';
import { categories } from '../bots/bot.schema.ts';
import { benchmarkNames } from './benchmark.schema.ts';
import {
  benchmarkList,
  complianceSummary,
  exportPage,
  historyList,
  ruleResourcePage,
  ruleRowPage,
  violations,
} from './compliance.schema.ts';
import { inventoryTypes } from '../inventory/scans/scan.schema.ts';
import { findingStatuses } from './rule.schema.ts';

const read = { permission: 'read_inventory', resource: 'inventory' } as const;

const integrationType = z.enum(inventoryTypes, 'Rules exist for AWS, Azure, GCP and Kubernetes.');
const benchmark = z.enum(benchmarkNames, 'Choose one of the benchmarks.');
const id = z.string().min(1).max(100);
const day = z.iso.date('Give a day such as 2026-01-31.');

/** Which integrations and rules are meant; `benchmark_type` is another name of `benchmark`. */
const scope = () => ({
  integration_type: integrationType.optional(),
  integration_id: id.optional(),
  benchmark: benchmark.optional(),
  benchmark_type: benchmark.optional(),
  category: z.enum(categories).optional(),
});

const criticality = z.enum(findingStatuses).optional();

/** Of rules: those that found such resources, or those that could not be evaluated. */
const found = () => ({
  criticality,
  run_error: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
});

type Found = { criticality?: string | undefined; run_error?: boolean | undefined };

const oneOfBoth = z.refine<Found>(
  ({ criticality: of, run_error }) => of === undefined || !run_error,
  { error: 'Choose a criticality or the rules that could not run, not both.', path: ['run_error'] },
);

/** Calls of the compliance area: what the rules found at the last scans. */
export const complianceRoutes = routes({
  getComplianceSummary: {
    method: 'GET',
    path: 'compliance/summary',
    ...read,
    input: z.strictObject(scope()),
    output: complianceSummary,
    audit: 'Read the summary of compliance',
  },
  listComplianceRules: {
    method: 'GET',
    path: 'compliance/rules',
    ...read,
    input: z
      .strictObject({ ...pageQuery(), ...scope(), ...found(), rule_id: id.optional() })
      .check(oneOfBoth),
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
    audit: 'List what rules say of a resource',
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
        ...scope(),
        ...found(),
      })
      .check(oneOfBoth),
    output: exportPage,
    audit: 'Export what the compliance rules found',
  },
  getComplianceHistory: {
    method: 'GET',
    path: 'compliance/history',
    ...read,
    input: z.strictObject({
      start_date: day,
      end_date: day,
      integration_type: integrationType.optional(),
      benchmark: benchmark.optional(),
    }),
    output: historyList,
    audit: 'Read the history of compliance',
  },
});
