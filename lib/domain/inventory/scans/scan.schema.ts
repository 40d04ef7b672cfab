import * as z from 'zod';
import {
  findingChanges,
  severities,
  type StartingStatus,
  startingStatuses,
} from '#lib/kernel/findings.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { inventoryType } from '../inventoried-clouds.schema.ts';

export const scanStates = ['IN_PROGRESS', 'FAILED', 'SUCCEEDED', 'WAITING_FOR_APPROVAL'] as const;
export type ScanState = (typeof scanStates)[number];

export const scanId = z.string().max(60);

/** The result of one table of a scan; rows that were read before a failure are kept. */
export const tableResult = z.object({
  state: z.enum(['collected', 'partial', 'failed']),
  rows: z.number().int(),
  /** The number of rows with a tag; absent if they were not counted. */
  tagged: z.number().int().optional(),
  /** The table has no column for tags. */
  untaggable: z.literal(true).optional(),
  /** The number of files with rows, numbered from `0` to `chunks - 1`. */
  chunks: z.number().int(),
  /** What could not be read and why, for people: a region, or the whole table. */
  problems: z.array(z.string()),
  /**
   * Regions that were not read completely; absent if nothing, or more than regions, is missing. For
   * a `collected` table, these regions are disabled for the whole account.
   */
  unread_regions: z.array(z.string()).optional(),
  /** Of those, the regions in which only these resources are missing. */
  left_out: z.record(z.string(), z.array(z.string())).optional(),
  started_at: z.string(),
  ended_at: z.string(),
});
export type TableResult = z.infer<typeof tableResult>;

const tableResults = z.record(z.string(), tableResult);

/** The result of the compliance rules, by status: resources, and rules that could not run. */
export const evaluatorResult = z.object({
  rules: z.number().int(),
  resources: z.object({
    alarm: z.number().int(),
    ok: z.number().int(),
    info: z.number().int(),
    skip: z.number().int(),
    error: z.number().int(),
  }),
  run_errors: z.number().int(),
});
export type EvaluatorResult = z.infer<typeof evaluatorResult>;

/** New findings of a rule, or findings that are resolved. */
export const findingsOfRule = z.object({
  rule_id: z.string(),
  title: z.string(),
  severity: z.enum(severities),
  change: z.enum(findingChanges),
  criticality: z.enum(startingStatuses).default('alarm'),
});
export type FindingsOfRule = z.infer<typeof findingsOfRule>;

/** Resources that a rule found in one scan but not in the one before, or the reverse. */
export type FindingFact = {
  type: 'finding_opened' | 'finding_resolved';
  tenant_id: string;
  scan_id: string;
  rule_id: string;
  /** Critical (`alarm`), if absent. */
  criticality?: StartingStatus;
};

/** A bot that the findings of this scan did not start, and why. */
const notStarted = z.object({ bot_name: z.string(), rule_id: z.string(), why: z.string() });
export type NotStarted = z.infer<typeof notStarted>;

/** One scan of one integration, as stored; the API calls it an inventory execution. */
export const scan = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  integration_id: z.string(),
  integration_type: inventoryType,
  /** The name of the integration when the scan began. */
  alias: z.string(),
  inventory_schedule_id: z.string().optional(),
  /** The name (formerly e-mail address) of the user who started it; absent for a schedule. */
  started_by: z.string().optional(),
  state: z.enum(scanStates),
  /** The benchmarks to evaluate; absent means all. */
  compliance_checks: z.array(z.string()).optional(),
  /** The tables that it reads; absent until they are planned. */
  tables: z.array(z.string()).optional(),
  results: tableResults,
  evaluator_result: evaluatorResult.optional(),
  /** Why the rules could not be evaluated at all, for people. */
  rules_problem: z.string().optional(),
  /** Changes of findings not yet sent to bots, by `findingChangeKey`; removed once handled. */
  untold: z.record(z.string(), findingsOfRule).optional(),
  /** By the keys of `untold`. */
  not_started: z.record(z.string(), z.array(notStarted)).default({}),
  /** Why it failed or was cancelled, for people. */
  cause: z.string().optional(),
  cancelled_by: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  /** The deadline (ISO) of the scan; the index with `open` finds scans that are past it. */
  deadline_at: z.string(),
  /** Present until the scan is over and all its findings were reported. */
  open: z.enum(['open', 'untold']).optional(),
  gone_at: z.number(),
});
export type Scan = z.infer<typeof scan>;

const scanEventTypes = [
  'STARTED',
  'COLLECTED',
  'PARTIAL',
  'FAILED',
  'EVALUATED',
  'CANCELLED',
  'SUCCEEDED',
  'NOT_STARTED',
] as const;

/** A line of a scan's event log. */
export const scanEvent = z.object({
  timestamp: z.string(),
  event_type: z.enum(scanEventTypes),
  event_name: z.string(),
  event_details: z.string(),
});
export type ScanEvent = z.infer<typeof scanEvent>;

export const scanView = scan
  .omit({
    tenant_id: true,
    tables: true,
    results: true,
    untold: true,
    not_started: true,
    deadline_at: true,
    open: true,
    gone_at: true,
  })
  .extend({
    /** Finished tables out of those planned (0 until they are planned). */
    progress: z.object({ done: z.number(), planned: z.number() }),
    rows: z.number(),
    /** Whether tables could not be read completely, or the rules could not be evaluated. */
    partial: z.boolean(),
  });
export type ScanView = z.infer<typeof scanView>;

export const scanDetail = scanView.extend({ events: z.array(scanEvent) });
export type ScanDetail = z.infer<typeof scanDetail>;

export const scanPage = pageOf(scanView);
