import * as z from 'zod';
import { severities } from '#lib/kernel/findings.ts';
import { categories } from '../bots/bot.schema.ts';
import { benchmarkNames, ruledTypes } from './benchmark.schema.ts';

/** What a rule says of a resource, in the order of how much it asks of people. */
export const findingStatuses = ['alarm', 'error', 'info', 'ok', 'skip'] as const;
export type FindingStatus = (typeof findingStatuses)[number];

/** The columns that the SQL of a rule answers, in this order. */
export const answerColumns = ['resource', 'status', 'reason', 'region', 'account_id'] as const;

/** A control of a benchmark that a rule serves. */
const frameworkControl = z.strictObject({
  benchmark: z.enum(benchmarkNames),
  /** As in the list of editions, such as 6.0.0. */
  version: z.string(),
  /** As the benchmark writes it, such as 3.1.1 or 164.312(b). */
  control_id: z.string(),
});
export type FrameworkControl = z.infer<typeof frameworkControl>;

/** What corrects a finding: an action that comes with the product, or a template of the library. */
const ruleFix = z.union([
  z.strictObject({ action: z.string() }),
  z.strictObject({ library: z.string() }),
]);
export type RuleFix = z.infer<typeof ruleFix>;

/** One check of the resources that a scan found. */
export const rule = z.strictObject({
  /** Never used for another rule, since findings, exceptions and bots name it. */
  rule_id: z.string().regex(/^(aws|azure|gcp|kubernetes|own)(-[a-z0-9]+)+$/),
  integration_type: z.enum(ruledTypes),
  /** The service as people know it, such as S3. */
  service: z.string().min(2).max(40),
  /** The table whose resources the answer names. */
  resource_type: z.string(),
  /** What holds where the rule is kept. */
  title: z.string().min(10).max(100),
  /** Why it matters. */
  description: z.string().min(20).max(400),
  /** What to do about an alarm. */
  remediation: z.string().min(20).max(400),
  severity: z.enum(severities),
  category: z.enum(categories),
  frameworks: z.array(frameworkControl),
  fix: ruleFix.optional(),
  /** One SELECT in the dialect of Postgres over tables of the inventory; see `answerColumns`. */
  sql: z.string(),
  /** Of an own rule: when its query was last changed. */
  changed_at: z.string().optional(),
});
export type Rule = z.infer<typeof rule>;

/** A rule as its service's file holds it; the list adds what follows from its cloud and id. */
export type WrittenRule = Omit<Rule, 'integration_type' | 'frameworks' | 'changed_at'>;
