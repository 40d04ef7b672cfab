import * as z from 'zod';
import { findingChanges, startingStatuses } from '#lib/kernel/findings.ts';
import { inventoryType } from '../../inventory/inventoried-clouds.schema.ts';
import { statusCounts } from '../findings/finding.schema.ts';

/** What one rule came to at a scan. */
export const ruleResult = z.object({
  counts: statusCounts,
  /** Why the rule could not be evaluated, for people; it has what it found before (`asked_at`). */
  run_error: z.string().optional(),
  /** What was not read of a table that it needs, for people. */
  incomplete: z.string().optional(),
  /** Whether it had an answer, now or before: without one to this query, nothing is new. */
  answered: z.boolean(),
  /** Resources that it calls critical and did not before, and the other way round. */
  opened: z.number().int().optional(),
  resolved: z.number().int().optional(),
  /** What bots were told of besides. */
  also_told: z
    .array(z.object({ change: z.enum(findingChanges), criticality: z.enum(startingStatuses) }))
    .optional(),
  /** When the query was changed last that its findings answer; absent where never, or unknown. */
  changed_at: z.string().optional(),
  /** When the scan began whose findings it has, where this one did not ask it, or had no answer. */
  asked_at: z.string().optional(),
});
export type RuleResult = z.infer<typeof ruleResult>;

/** By display name of the benchmark: findings of the rules that serve it. */
const benchmarkCounts = z.record(z.string(), statusCounts);

/**
 * What the rules came to at one scan of one integration. It is shown once the snapshot of the
 * integration names its scan (`evaluated`), so readers never see half of one.
 */
export const evaluation = z.object({
  tenant_id: z.string(),
  /** The integration's id, a dot, the scan's id. */
  _id: z.string(),
  integration_id: z.string(),
  integration_type: inventoryType,
  scan_id: z.string(),
  /** When the scan began. */
  evaluated_at: z.string(),
  /** By id of the rule; empty until all of them were evaluated. */
  rules: z.record(z.string(), ruleResult),
  /** Until then the rules that it may have written findings of. */
  rule_ids: z.array(z.string()).optional(),
  /** Nothing but the events of its findings is left, until runs need them no more. */
  retired: z.boolean().optional(),
  /** Findings of all rules together. */
  totals: statusCounts,
  /** The scan whose findings were shown before: what trends are told from. */
  previous_scan_id: z.string().optional(),
  /** What the history keeps of the day, once the scan is shown. */
  history: z.object({ totals: statusCounts, benchmarks: benchmarkCounts }).optional(),
});
export type Evaluation = z.infer<typeof evaluation>;

/** What the rules came to on one day at one integration; the last scan of the day counts. */
export const complianceDay = z.object({
  tenant_id: z.string(),
  /** The day (UTC), `#`, and the integration's id. */
  _id: z.string(),
  day: z.string(),
  integration_id: z.string(),
  integration_type: inventoryType,
  scan_id: z.string(),
  totals: statusCounts,
  benchmarks: benchmarkCounts,
  gone_at: z.number(),
});
export type ComplianceDay = z.infer<typeof complianceDay>;

/** What is told of it over time. */
export const complianceTotals = complianceDay.pick({
  day: true,
  integration_id: true,
  integration_type: true,
  totals: true,
});
export type ComplianceTotals = z.infer<typeof complianceTotals>;
