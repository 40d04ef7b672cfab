import * as z from 'zod';
import { findingChanges, startingStatuses } from '#lib/kernel/findings.ts';
import { inventoryType } from '../../inventory/inventoried-clouds.schema.ts';
import { statusCounts } from '../findings/finding.schema.ts';

/** The result of one rule at a scan. */
export const ruleResult = z.object({
  counts: statusCounts,
  /** Why the rule could not be evaluated, for people; earlier findings are kept (`asked_at`). */
  run_error: z.string().optional(),
  /** What was not read of a table that the rule needs, for people. */
  incomplete: z.string().optional(),
  /** Whether it was ever evaluated; changes are reported only if it was, with the same query. */
  answered: z.boolean(),
  /** The numbers of resources with a new alarm, and with an alarm that is resolved. */
  opened: z.number().int().optional(),
  resolved: z.number().int().optional(),
  /** Further changes, of other criticalities, that bots were notified of. */
  also_told: z
    .array(z.object({ change: z.enum(findingChanges), criticality: z.enum(startingStatuses) }))
    .optional(),
  /** When the query of these findings was last changed; absent if never, or unknown. */
  changed_at: z.string().optional(),
  /** When the scan of the findings began, if this one did not or could not evaluate the rule. */
  asked_at: z.string().optional(),
});
export type RuleResult = z.infer<typeof ruleResult>;

/** The findings of the rules of each benchmark, by its display name. */
const benchmarkCounts = z.record(z.string(), statusCounts);

/**
 * The results of the rules for one scan of one integration. They are shown once the integration's
 * snapshot names the scan (`evaluated`), so readers never see half of an evaluation.
 */
export const evaluation = z.object({
  tenant_id: z.string(),
  /** The id of the integration, a dot, and the id of the scan. */
  _id: z.string(),
  integration_id: z.string(),
  integration_type: inventoryType,
  scan_id: z.string(),
  /** When the scan began. */
  evaluated_at: z.string(),
  /** By rule id; empty until all rules were evaluated. */
  rules: z.record(z.string(), ruleResult),
  /** Until then: the rules that may have files of findings already. */
  rule_ids: z.array(z.string()).optional(),
  /** Only the events of its findings are left, for as long as runs may need them. */
  retired: z.boolean().optional(),
  /** The findings of all rules. */
  totals: statusCounts,
  /** The scan whose findings were shown before, for trends. */
  previous_scan_id: z.string().optional(),
  /** The history entry of the day, stored when the scan is published. */
  history: z.object({ totals: statusCounts, benchmarks: benchmarkCounts }).optional(),
});
export type Evaluation = z.infer<typeof evaluation>;

/** The results of the last scan of one integration on one day. */
export const complianceDay = z.object({
  tenant_id: z.string(),
  /** The day (UTC), `#`, and the id of the integration. */
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

/** The fields that charts over time need. */
export const complianceTotals = complianceDay.pick({
  day: true,
  integration_id: true,
  integration_type: true,
  totals: true,
});
export type ComplianceTotals = z.infer<typeof complianceTotals>;
