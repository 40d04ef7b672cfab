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

/** Rules that found something of a criticality, and how many findings; and those of before. */
const criticalityCount = z.object({
  count: z.number().int(),
  resource_count: z.number().int(),
  /** `resource_count` at the scans before; absent where nothing can be compared. */
  previous_resource_count: z.number().int().optional(),
});

/** What the rules in question came to at the last scans. */
export const complianceSummary = z.object({
  criticality: z.record(status, criticalityCount),
  /** Rules that were evaluated, and findings; a resource counts once for each rule. */
  total: z.number().int(),
  total_resources: z.number().int(),
  previous_total_resources: z.number().int().optional(),
  /** Rules that could not be evaluated, or not judge a resource, at some integration. */
  run_errors: z.number().int(),
  /** Integrations whose resources were evaluated. */
  integrations: z.number().int(),
  /** When the oldest and the newest of the scans began; absent where there is none. */
  oldest_at: z.string().optional(),
  newest_at: z.string().optional(),
});
export type ComplianceSummary = z.infer<typeof complianceSummary>;

const at = { integration_id: z.string(), alias: z.string() };

/** Where a rule could not be evaluated; what it found before is shown, where there is anything. */
const runError = z.object({ ...at, message: z.string(), asked_at: z.string().optional() });

/** Where a table that a rule needs was read in part: it may say too much, or too little. */
const incomplete = z.object({ ...at, problem: z.string() });

/**
 * Where the last scan did not ask a rule: what an earlier one found is shown. It was not to, or the
 * query of the rule was changed since.
 */
const notAsked = z.object({ ...at, asked_at: z.string(), changed: z.boolean().optional() });

/** One rule with what it came to at all integrations in question. */
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
  /** The benchmark that was asked for, else the first that the rule serves; `Own` of own rules. */
  benchmark: z.enum(benchmarkGroups),
  /** That benchmark as it was published, such as CIS 6.0.0. */
  activity_source: z.string(),
  /** Its controls that the rule serves; they are called as the rule is. */
  activity_details: z.array(z.object({ activity_id: z.string(), activity_name: z.string() })),
  counts: statusCounts,
  run_errors: z.array(runError),
  incomplete: z.array(incomplete),
  not_asked: z.array(notAsked),
  /** What corrects a finding: an action that comes with the product, or a library template. */
  fix: z.object({ kind: z.enum(['action', 'library']), id: z.string() }).optional(),
});
export type RuleRow = z.infer<typeof ruleRow>;
export const ruleRowPage = pageOf(ruleRow);

/** The exception that a finding is under, and what is said of the resource without it. */
const underException = appliedException.extend({ instead_of: status }).optional();

/** What a rule says of one resource. */
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
  exception: underException,
  /** The search of the inventory that finds it; absent where none does. */
  search: searchQuery.optional(),
});
export type RuleResource = z.infer<typeof ruleResource>;
export const ruleResourcePage = pageOf(ruleResource);

/** One rule's word on one resource. */
const violation = z.object({
  findings: z.object({ rule_id: z.string(), title: z.string(), service: z.string() }),
  severity: z.enum(severities),
  compliances: z.array(z.object({ benchmark: z.string(), control_id: z.string() })),
  integration_id: z.string(),
  details: z.string(),
  remediation: z.string(),
  first_seen: z.string(),
  exception: underException,
});
export type Violation = z.infer<typeof violation>;

/** What rules say of one resource, by status, the most severe first. */
export const violations = z.record(status, z.array(violation));

/** How many rules call resources critical; those are absent whose integration was not evaluated. */
export const violationCounts = z.object({
  items: z.array(
    z.object({ integration_id: z.string(), resource: z.string(), critical: z.number().int() }),
  ),
});

/** What a run that findings start reads as `$event`, with some of its resources. */
export const findingExample = z.object({
  /** When the scan began; absent with the event where no rule has found anything. */
  scanned_at: z.string().optional(),
  event: z.record(z.string(), z.unknown()).optional(),
});

export const benchmarkList = z.object({
  items: z.array(
    z.object({
      benchmark: z.enum(benchmarkNames),
      version: z.string(),
      integration_type: z.string(),
      /** Controls that at least one rule serves. */
      covered: z.number().int(),
      /** Controls of the edition; absent where nobody is sure. */
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

/** How long the spans are that the history is told in. */
export const historyIntervals = ['day', 'week', 'month'] as const;
export type HistoryInterval = (typeof historyIntervals)[number];

/** By the first day of each span: what the last scans in it came to. */
export const historyList = z.object({
  items: z.array(
    z.object({ day: z.string(), counts: statusCounts, integrations: z.number().int() }),
  ),
});
