import * as z from 'zod';

/** What an organisation can have; `none` once everything that it had has ended. */
export const planKeys = ['none', 'trial', 'starter', 'standard', 'enterprise'] as const;
const planKey = z.enum(planKeys);
export type PlanKey = z.infer<typeof planKey>;

/** The types of integrations that are accounts of clouds, or clusters. */
export const accountTypes = ['aws', 'azure', 'gcp', 'kubernetes'] as const;

const limit = z.number().int().nullable();

/** Numbers only: every page and every safety feature is in every plan (decision 007). */
export const planView = z.object({
  key: planKey,
  name: z.string(),
  /** Runs of bots that start in a calendar month (UTC); null: as many as wanted. */
  executions: limit,
  /** Connected accounts of clouds, and clusters; null: as many as wanted. */
  accounts: limit,
  /** Minutes between two runs of a schedule, at least. */
  smallest_interval: z.number().int(),
  /** Days that runs are kept after they have ended. */
  retention_days: z.number().int(),
});
export type Plan = Readonly<z.infer<typeof planView>>;

/** How much of its plan an organisation uses. */
export const planUsage = z.object({
  plan: planView,
  /** `2026-09`. */
  month: z.string(),
  /** When the executions are counted from 0 again. */
  resets_at: z.string(),
  executions: z.number().int(),
  /** How many it will be at the end of the month, if it goes on as so far. */
  forecast: z.number().int(),
  accounts: z.number().int(),
  /** Whom to write to about another plan, where the operator has said so. */
  support_email: z.string().optional(),
});
export type PlanUsage = z.infer<typeof planUsage>;
