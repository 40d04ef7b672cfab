import * as z from 'zod';
import { severities } from '#lib/kernel/findings.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { categories } from '../bots/bot.schema.ts';
import { benchmarkGroups, benchmarkNames } from './benchmark.schema.ts';
import { appliedException } from './exceptions/exception.schema.ts';
import { statusCounts } from './findings/finding.schema.ts';
import { inventoryTypes } from '../inventory/inventoried-clouds.schema.ts';
import { searchQuery } from '../inventory/search/query.schema.ts';
import { findingStatuses } from './rule.schema.ts';

const status = z.enum(findingStatuses);

/** The number of rules with findings of a criticality, and of these findings, now and before. */
const criticalityCount = z.object({
  count: z.number().int(),
  resource_count: z.number().int(),
  /** `resource_count` at the scans before; absent if nothing can be compared. */
  previous_resource_count: z.number().int().optional(),
});

/** The results of the selected rules at the last scans. */
export const complianceSummary = z.object({
  criticality: z.record(status, criticalityCount),
  /** The number of evaluated rules, and of findings; a resource counts once per rule. */
  total: z.number().int(),
  total_resources: z.number().int(),
  previous_total_resources: z.number().int().optional(),
  /** Rules that could not run, or could not judge some resource, for at least one integration. */
  run_errors: z.number().int(),
  /** The number of integrations that were evaluated. */
  integrations: z.number().int(),
  /** When the oldest and the newest of the scans began; absent if there are none. */
  oldest_at: z.string().optional(),
  newest_at: z.string().optional(),
});
export type ComplianceSummary = z.infer<typeof complianceSummary>;

const integrationRef = { integration_id: z.string(), alias: z.string() };

/** A failed evaluation of a rule; findings of an earlier scan are shown if there are any. */
const runError = z.object({
  ...integrationRef,
  message: z.string(),
  asked_at: z.string().optional(),
});

/** A rule that reads a partially read table: it may have too many findings, or too few. */
const incomplete = z.object({ ...integrationRef, problem: z.string() });

/**
 * A rule that the last scan did not evaluate, because of the scan's settings or because the query
 * was changed since: the findings of an earlier scan are shown.
 */
const notEvaluated = z.object({
  ...integrationRef,
  asked_at: z.string(),
  changed: z.boolean().optional(),
});

/** A rule with its results for all selected integrations. */
export const ruleRow = z.object({
  rule_id: z.string(),
  title: z.string(),
  description: z.string(),
  remediation: z.string(),
  service: z.string(),
  resource_type: z.string(),
  integration_type: z.enum(inventoryTypes),
  severity: z.enum(severities),
  category: z.enum(categories),
  /** The requested benchmark, otherwise the first one of the rule; `Own` for own rules. */
  benchmark: z.enum(benchmarkGroups),
  /** That benchmark with its version, such as CIS 6.0.0. */
  activity_source: z.string(),
  /** The controls of it that the rule covers, each named after the rule. */
  activity_details: z.array(z.object({ activity_id: z.string(), activity_name: z.string() })),
  counts: statusCounts,
  run_errors: z.array(runError),
  incomplete: z.array(incomplete),
  not_asked: z.array(notEvaluated),
  /** What corrects a finding: a ready-made action or a library template. */
  fix: z.object({ kind: z.enum(['action', 'library']), id: z.string() }).optional(),
});
export type RuleRow = z.infer<typeof ruleRow>;
export const ruleRowPage = pageOf(ruleRow);

/** The exception that applies to a finding, and the status that it replaces. */
const exceptionOfFinding = appliedException.extend({ instead_of: status }).optional();

/** A finding of a rule for one resource. */
export const ruleResource = z.object({
  integration_id: z.string(),
  alias: z.string(),
  criticality: status,
  uid: z.string(),
  region: z.string(),
  account_uid: z.string(),
  details: z.string(),
  first_seen: z.string(),
  last_seen: z.string(),
  exception: exceptionOfFinding,
  /** The inventory search that finds the resource; absent if there is none. */
  search: searchQuery.optional(),
});
export type RuleResource = z.infer<typeof ruleResource>;
export const ruleResourcePage = pageOf(ruleResource);

/** A finding of one rule for one resource. */
const violation = z.object({
  findings: z.object({ rule_id: z.string(), title: z.string(), service: z.string() }),
  severity: z.enum(severities),
  compliances: z.array(z.object({ benchmark: z.string(), control_id: z.string() })),
  integration_id: z.string(),
  details: z.string(),
  remediation: z.string(),
  first_seen: z.string(),
  exception: exceptionOfFinding,
});
export type Violation = z.infer<typeof violation>;

/** The findings for one resource by status, the most severe first. */
export const violations = z.record(status, z.array(violation));

/** The number of rules with alarms per resource, without integrations never evaluated. */
export const violationCounts = z.object({
  items: z.array(
    z.object({ integration_id: z.string(), resource: z.string(), critical: z.number().int() }),
  ),
});

/** The `$event` of a run that findings start, with some of the resources. */
export const findingExample = z.object({
  /** When the scan began; absent, like the event, if no rule has findings. */
  scanned_at: z.string().optional(),
  event: z.record(z.string(), z.unknown()).optional(),
});

export const benchmarkList = z.object({
  items: z.array(
    z.object({
      benchmark: z.enum(benchmarkNames),
      version: z.string(),
      integration_type: z.string(),
      /** Controls with at least one rule. */
      covered: z.number().int(),
      /** Controls of the edition; absent if the number is not known. */
      controls: z.number().int().optional(),
    }),
  ),
});

/** The columns of compliance.csv, in order. */
export const csvColumns = [
  'Rule',
  'Service',
  'ActivitySource',
  'BenchMark',
  'ControlId',
  'ControlName',
  'Criticality',
  'ResourceId',
  'Region',
  'AccountId',
  'Details',
] as const;

export const exportRow = z.record(z.enum(csvColumns), z.string());
export type ExportRow = z.infer<typeof exportRow>;
export const exportPage = pageOf(exportRow);

/** The intervals by which the history can be grouped. */
export const historyIntervals = ['day', 'week', 'month'] as const;
export type HistoryInterval = (typeof historyIntervals)[number];

/** The results of the last scans in each interval; `day` is its first day. */
export const historyList = z.object({
  items: z.array(
    z.object({ day: z.string(), counts: statusCounts, integrations: z.number().int() }),
  ),
});
