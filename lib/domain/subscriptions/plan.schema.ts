import * as z from 'zod';

/** The possible plans; `none` once all subscriptions have ended. */
export const planKeys = ['none', 'trial', 'starter', 'standard', 'enterprise'] as const;
const planKey = z.enum(planKeys);
export type PlanKey = z.infer<typeof planKey>;

/** The integration types that are cloud accounts or clusters. */
export const accountTypes = ['aws', 'azure', 'gcp', 'kubernetes'] as const;

const limit = z.number().int().nullable();

/** A plan's numbers: every page and safety feature is in every plan (decision 007). */
export const planView = z.object({
  key: planKey,
  name: z.string(),
  /** Runs of bots that start in a calendar month (UTC); null: unlimited. */
  executions: limit,
  /** Connected cloud accounts and clusters; null: unlimited. */
  accounts: limit,
  /** The shortest interval between two runs of a schedule, in minutes. */
  smallest_interval: z.number().int(),
  /** How many days runs are kept after their end. */
  retention_days: z.number().int(),
});
export type Plan = Readonly<z.infer<typeof planView>>;

/** An organisation's use of its plan. */
export const planUsage = z.object({
  plan: planView,
  /** `2026-09`. */
  month: z.string(),
  /** When counting starts again from 0 (ISO time). */
  resets_at: z.string(),
  executions: z.number().int(),
  /** The expected number at the end of the month. */
  forecast: z.number().int(),
  accounts: z.number().int(),
  /** The address for enquiries about plans, if the operator has configured one. */
  support_email: z.string().optional(),
});
export type PlanUsage = z.infer<typeof planUsage>;
