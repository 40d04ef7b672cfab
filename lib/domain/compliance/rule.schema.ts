import * as z from 'zod';
import { severities } from '#lib/kernel/findings.ts';
import { categories } from '../bots/bot.schema.ts';
import { benchmarkNames, complianceTypes } from './benchmark.schema.ts';

/** The results of a rule for a resource, the most urgent first. */
export const findingStatuses = ['alarm', 'error', 'info', 'ok', 'skip'] as const;
export type FindingStatus = (typeof findingStatuses)[number];

/** The columns that the SQL of a rule must return, in this order. */
export const ruleColumns = ['resource', 'status', 'reason', 'region', 'account_id'] as const;

/** A control of a benchmark that a rule covers. */
const frameworkControl = z.strictObject({
  benchmark: z.enum(benchmarkNames),
  /** The edition of the benchmark, such as 6.0.0. */
  version: z.string(),
  /** In the spelling of the benchmark, such as 3.1.1 or 164.312(b). */
  control_id: z.string(),
});
export type FrameworkControl = z.infer<typeof frameworkControl>;

/** What corrects a finding: a ready-made action, or a template of the library. */
const ruleFix = z.union([
  z.strictObject({ action: z.string() }),
  z.strictObject({ library: z.string() }),
]);
export type RuleFix = z.infer<typeof ruleFix>;

/** One check of the resources that a scan found. */
export const rule = z.strictObject({
  /** Never reused for another rule, since findings, exceptions and bots refer to it. */
  rule_id: z.string().regex(/^(aws|azure|gcp|kubernetes|own)(-[a-z0-9]+)+$/),
  integration_type: z.enum(complianceTypes),
  /** The common name of the service, such as S3. */
  service: z.string().min(2).max(40),
  /** The table of the resources that its SQL returns. */
  resource_type: z.string(),
  /** The compliant condition, as a statement. */
  title: z.string().min(10).max(100),
  /** Why it matters. */
  description: z.string().min(20).max(400),
  /** What to do about an alarm. */
  remediation: z.string().min(20).max(400),
  severity: z.enum(severities),
  category: z.enum(categories),
  frameworks: z.array(frameworkControl),
  fix: ruleFix.optional(),
  /** One SELECT in the dialect of Postgres over tables of the inventory; see `ruleColumns`. */
  sql: z.string(),
  /** Of an own rule: when its query was last changed. */
  changed_at: z.string().optional(),
});
export type Rule = z.infer<typeof rule>;

/** A rule as written in the file of its service; `rules.ts` adds what its cloud and id imply. */
export type WrittenRule = Omit<Rule, 'integration_type' | 'frameworks' | 'changed_at'>;
