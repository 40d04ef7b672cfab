import * as z from 'zod';
import { severities } from '#lib/kernel/findings.ts';
import { isVisibleLine, nameText } from '#lib/kernel/display-text.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { categories } from '../../bots/bot.schema.ts';
import { resourceTypeId } from '../../inventory/resources/resource.schema.ts';
import { noNulText } from '../../inventory/queries/inventory-query.schema.ts';
import { inventoryType } from '../../inventory/inventoried-clouds.schema.ts';
import { statusCounts } from '../findings/finding.schema.ts';
import { findingStatuses } from '../rule.schema.ts';

/** The most own rules of an organisation. */
export const maxOwnRules = 100;

const missingText = (label: string) => `Enter ${label}.`;

const limitLength = (text: z.ZodString, label: string, maxLength: number) =>
  text.min(1, missingText(label)).max(maxLength, `Use at most ${maxLength} characters.`);

const textField = (label: string, maxLength: number) =>
  limitLength(z.string(missingText(label)).trim(), label, maxLength);

/** A line that identifies the rule in lists. */
const lineField = (label: string, maxLength: number) =>
  limitLength(nameText(missingText(label)), label, maxLength).refine(
    isVisibleLine,
    'Use one line, without invisible characters.',
  );

/** One SELECT over tables of the inventory; see `ruleColumns`. */
const ruleSql = z
  .string('Write a query.')
  .trim()
  .min(1, 'Write a query.')
  .max(20_000, 'A query has at most 20,000 characters.')
  .refine((sql) => !sql.includes('\0'), noNulText);

export const newOwnRule = z.strictObject({
  title: lineField('the compliant condition', 100),
  description: textField('why it matters', 400),
  remediation: textField('what to do about an alarm', 400),
  severity: z.enum(severities),
  category: z.enum(categories),
  integration_type: inventoryType,
  service: lineField('the service', 40),
  resource_type: resourceTypeId,
  sql: ruleSql,
});
export type NewOwnRule = z.infer<typeof newOwnRule>;

/** A rule that users of an organisation wrote; its `rule_id` is derived from `_id`. */
export const ownRule = newOwnRule.extend({
  // Without the rules for new texts, which were different earlier.
  title: z.string(),
  service: z.string(),
  tenant_id: z.string(),
  _id: z.string(),
  /** Whether scans evaluate it, and its findings are shown. */
  enabled: z.boolean(),
  revision: z.number().int(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** When its query was last changed; absent if it never was. */
  query_changed_at: z.string().optional(),
});
export type OwnRule = z.infer<typeof ownRule>;

export const ownRuleView = ownRule.omit({ tenant_id: true }).extend({ rule_id: z.string() });
export type OwnRuleView = z.infer<typeof ownRuleView>;

export const ownRulePage = pageOf(ownRuleView);

/** A trial of a rule's query, over the last scans of its type or of the named integrations. */
export const ownRuleTrial = z.strictObject({
  integration_type: inventoryType,
  integration_ids: z.array(z.string().max(60)).min(1).max(100).optional(),
  sql: ruleSql,
});
export type OwnRuleTrial = z.infer<typeof ownRuleTrial>;

const trialRow = z.object({
  resource: z.string(),
  status: z.enum(findingStatuses),
  reason: z.string(),
  region: z.string(),
  account_id: z.string(),
});

export const ownRuleResult = z.object({
  counts: statusCounts,
  /** The first resources, the most urgent first. */
  rows: z.array(trialRow),
  /** Whether there were more resources than were examined. */
  truncated: z.boolean(),
  /** The scans that were queried. */
  sources: z.array(
    z.object({ integration_id: z.string(), alias: z.string(), collected_at: z.string() }),
  ),
});
export type OwnRuleResult = z.infer<typeof ownRuleResult>;
