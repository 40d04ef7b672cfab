import * as z from 'zod';
import { pageOf } from '#lib/kernel/page.ts';
import { integrationStates } from '../../integrations/integration.schema.ts';
import { inventoryType } from '../inventoried-clouds.schema.ts';
import { scanStates } from '../scans/scan.schema.ts';

const checks = z
  .array(z.string().min(1).max(60))
  .max(30, 'Choose at most 30 compliance checks.')
  .transform((names) => [...new Set(names)]);

export const newScanSchedule = z.strictObject({
  integration_id: z.string().min(1, 'Choose an integration.').max(60),
  cron_expression: z
    .string('Cron Expiress is required to enable the bot')
    .trim()
    .min(1, 'Cron Expiress is required to enable the bot')
    .max(200),
  tz_info: z.string().max(60).default('UTC'),
  /** The benchmarks whose rules are evaluated; empty means all. */
  compliance_checks: checks.default([]),
});

/** As stored. The id is derived from that of the integration, which has at most one schedule. */
export const scanSchedule = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  integration_id: z.string(),
  integration_type: inventoryType,
  cron_expression: z.string(),
  tz_info: z.string(),
  compliance_checks: z.array(z.string()),
  /** Set until the scheduler is known to match it. */
  pending: z.literal(true).optional(),
  /** Partition of the index of all schedules. */
  scheduled: z.literal('scheduled'),
  user_id: z.string(),
  updated_at: z.string(),
});
export type ScanSchedule = z.infer<typeof scanSchedule>;

export const scanScheduleView = scanSchedule
  .omit({ tenant_id: true, pending: true, scheduled: true })
  .extend({ run_at: z.string() });
export type ScanScheduleView = z.infer<typeof scanScheduleView>;

/** An integration that can be scanned, with its schedule if it has one. */
export const scannedIntegration = z.object({
  accountId: z.string(),
  alias: z.string(),
  cspName: inventoryType,
  integrationState: z.enum(integrationStates),
  sample: z.string().optional(),
  /** Its collector, as a name for people. */
  read_by: z.string().optional(),
  /** Why no collector can read it, and what to do. */
  unread: z.string().optional(),
  schedule: scanScheduleView.optional(),
  /** When the scan whose resources are shown began. */
  collected_at: z.string().optional(),
  /** The scan in progress. */
  scanning: z.object({ execution_id: z.string(), state: z.enum(scanStates) }).optional(),
});
export type ScannedIntegration = z.infer<typeof scannedIntegration>;

export const scannedIntegrationPage = pageOf(scannedIntegration);
