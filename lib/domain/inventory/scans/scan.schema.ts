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

/** What became of one table of a scan; what was read before a failure is kept. */
export const tableResult = z.object({
  state: z.enum(['collected', 'partial', 'failed']),
  rows: z.number().int(),
  /** Those with a tag; absent where nobody has looked. */
  tagged: z.number().int().optional(),
  /** None can have any: their table lacks the column. */
  untaggable: z.literal(true).optional(),
  /** Files of rows: `0` to `chunks - 1`. */
  chunks: z.number().int(),
  /** What could not be read and why, for people: a region, or the whole table. */
  problems: z.array(z.string()),
  /**
   * Regions that were not read whole; absent where none, or something else, is missing. Of a table
   * that was collected all the same they are closed to everybody in the account.
   */
  unread_regions: z.array(z.string()).optional(),
  /** Of those the regions in which nothing is missing but these resources. */
  left_out: z.record(z.string(), z.array(z.string())).optional(),
  started_at: z.string(),
  ended_at: z.string(),
});
export type TableResult = z.infer<typeof tableResult>;

const tableResults = z.record(z.string(), tableResult);

/** What the compliance rules found, by status: resources, and rules that could not run. */
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

/** What a rule finds anew, or finds no longer. */
export const findingsOfRule = z.object({
  rule_id: z.string(),
  title: z.string(),
  severity: z.enum(severities),
  change: z.enum(findingChanges),
  criticality: z.enum(startingStatuses).default('alarm'),
});
export type FindingsOfRule = z.infer<typeof findingsOfRule>;

/** Resources that a rule has found at a scan and not at the one before, or the other way round. */
export type FindingFact = {
  type: 'finding_opened' | 'finding_resolved';
  tenant_id: string;
  scan_id: string;
  rule_id: string;
  /** Critical, where it says nothing. */
  criticality?: StartingStatus;
};

/** A bot that findings of this scan did not start, and why. */
const notStarted = z.object({ bot_name: z.string(), rule_id: z.string(), why: z.string() });
export type NotStarted = z.infer<typeof notStarted>;

/** One scan of one integration, as stored; its addresses call it an inventory execution. */
export const scan = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  integration_id: z.string(),
  integration_type: inventoryType,
  /** The integration's name when the scan began. */
  alias: z.string(),
  inventory_schedule_id: z.string().optional(),
  /** The name of who pressed Scan now, once the e-mail address; absent for a schedule's. */
  started_by: z.string().optional(),
  state: z.enum(scanStates),
  /** Benchmarks that are checked; absent means all. */
  compliance_checks: z.array(z.string()).optional(),
  /** The tables that it reads; absent until that is known. */
  tables: z.array(z.string()).optional(),
  results: tableResults,
  evaluator_result: evaluatorResult.optional(),
  /** Why the rules could not be checked at all, for people. */
  rules_problem: z.string().optional(),
  /** What bots are still to be told of, each until its fact was handled: see `untoldKey`. */
  untold: z.record(z.string(), findingsOfRule).optional(),
  /** By the same keys. */
  not_started: z.record(z.string(), z.array(notStarted)).default({}),
  /** Why it failed or was cancelled, for people. */
  cause: z.string().optional(),
  cancelled_by: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  /** When it has to be over; with `open` it is found once that has passed. */
  deadline_at: z.string(),
  /** Present until it is over, and what it has found was told. */
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
    /** Tables that are done, of those planned (0 until that is known). */
    progress: z.object({ done: z.number(), planned: z.number() }),
    rows: z.number(),
    /** Some tables could not be read, or not whole; or the rules could not be checked. */
    partial: z.boolean(),
  });
export type ScanView = z.infer<typeof scanView>;

export const scanDetail = scanView.extend({ events: z.array(scanEvent) });
export type ScanDetail = z.infer<typeof scanDetail>;

export const scanPage = pageOf(scanView);
