import * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import { ownName } from '#lib/kernel/own-name.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { awsRight } from './aws-rights.schema.ts';
import { nodeKinds } from './node-kind.schema.ts';
import { nodePolicy } from './nodes/policy.schema.ts';
import { findingFilter, triggerTypes } from './nodes/start.schema.ts';
import { outsideCall } from './outside-calls.schema.ts';

/** Results are kept by node id, so an id is no name that objects have a meaning for. */
const id = z
  .string()
  .regex(/^(?!__proto__$)[A-Za-z0-9_-]{1,64}$/, 'An id has letters, digits, _ and -.');

/** A finite number rounded to a pixel. */
const pixel = z.number().min(-1e6).max(1e6);

/** What stands for a node's output while a draft is tried; no larger than a result in a run. */
const pinned = z
  .strictObject({ output: z.unknown() })
  .refine(
    ({ output }) =>
      new TextEncoder().encode(JSON.stringify(output) ?? '').length <= limits.inlineResult,
    'Pinned data may hold 32 KB at most.',
  );

/** A node as drawn. `settings` of a draft may be incomplete: `check` says what is missing. */
export const graphNode = z.strictObject({
  id,
  type: z.enum(nodeKinds),
  name: z.string().trim().min(1).max(100),
  position: z.strictObject({ x: pixel, y: pixel }),
  parentId: id.optional(),
  settings: z.record(z.string().max(100), z.unknown()).default({}),
  policy: nodePolicy.optional(),
  /** Runs pass it by, as if it were an arrow. */
  disabled: z.literal(true).optional(),
  /** Only runs that ask for it take it, and no trigger does. */
  pinned: pinned.optional(),
});

/**
 * An arrow; `sourceHandle` names the way out of its source (`yes`, `approved`), `next` where
 * absent.
 */
export const graphEdge = z.strictObject({
  id,
  source: id,
  sourceHandle: z.string().max(50).optional(),
  target: id,
});

/** What to do where a bot has more of something than it may. */
export const splitIt = (most: number, what: string): string => {
  const how = 'Split it into several: one starts the next by calling its listener.';
  return `A bot has at most ${most.toLocaleString('en')} ${what}. ${how}`;
};

export const graph = z.strictObject({
  nodes: z
    .array(graphNode)
    .max(limits.nodesPerBot, { error: () => splitIt(limits.nodesPerBot, 'nodes') }),
  edges: z
    .array(graphEdge)
    .max(limits.arrowsPerBot, { error: () => splitIt(limits.arrowsPerBot, 'arrows') }),
});

export type GraphNode = z.infer<typeof graphNode>;
export type GraphEdge = z.infer<typeof graphEdge>;
export type Graph = z.infer<typeof graph>;

export const categories = [
  'Security',
  'Cost Optimization',
  'Operational Excellence',
  'Reliability',
  'Sustainability',
  'Performance Efficiency',
] as const;
export const importances = ['High', 'Medium', 'Low'] as const;
export const botStatuses = ['enabled', 'disabled'] as const;

export const botName = ownName(z.string('Please enter name').trim(), 'name', 'bot');

/** The longest deadline that a bot may set: a year, in minutes. */
export const longestDeadline = 525_600;

/** How a bot's runs are kept within bounds; they hold for every version at once. */
export const botSettings = z.strictObject({
  deadline_minutes: z.number().int().min(1).max(longestDeadline).optional().meta({
    title: 'Deadline',
    description: 'Minutes after which a run has failed; 24 h unless told.',
  }),
  concurrency: z
    .strictObject({
      limit: z.number().int().min(1).max(1000),
      when_full: z.enum(['queue', 'drop']).default('queue'),
      /** An expression over `$event`: runs with different values do not count together. */
      key: z.string().max(1000).optional(),
    })
    .optional()
    .meta({ title: 'Runs at once' }),
  /** Started with the failed run as its event. */
  error_bot_id: z.string().max(60).optional().meta({ title: 'Error bot' }),
  /** A scheduled run may start while the one before is still under way. */
  allow_overlap: z.boolean().default(false).meta({ title: 'Overlapping scheduled runs' }),
  /** What a run that succeeds saves people, against doing it by hand: dashboards add it up. */
  minutes_saved: z.number().min(0).max(100_000).optional().meta({
    title: 'Time saved',
    description: 'Minutes that a run saves, against doing its work by hand.',
  }),
  retention_days: z.number().int().min(1).max(limits.retentionDays).optional().meta({
    title: 'Retention',
    description: 'Days that ended runs are kept, where the plan keeps them for longer.',
  }),
  /** An approval that asks about more fails the run: blast radius. */
  max_resources: z
    .strictObject({
      count: z.number().int().min(1).max(1_000_000).optional(),
      percent: z.number().min(0.1).max(100).optional(),
    })
    .optional()
    .meta({ title: 'Resources at most' }),
});
export type BotSettings = z.output<typeof botSettings>;

export const newBot = z.strictObject({
  name: botName,
  description: z.string().trim().max(5000).default(''),
  category: z.enum(categories).default('Security'),
  importance: z.enum(importances).default('Medium'),
  /** Absent in a save: they stay as they are. */
  settings: botSettings.optional(),
  graph,
});

/**
 * A save: the whole bot, and the version it was edited from, so that nobody overwrites another's
 * work.
 */
export const botChange = newBot.extend({ base_version: z.number().int().min(1) });

/** The last time that a scheduled bot's schedule came to (ISO time), and what it came to. */
const lastTick = z.object({
  at: z.string(),
  /** The run that was started last: by this tick, unless it was skipped. */
  bot_exc_id: z.string().optional(),
  /** Why this tick started nothing. */
  skipped: z.string().optional(),
});
export type LastTick = z.infer<typeof lastTick>;

/** A bot as stored; its graphs are in its versions. */
export const bot = newBot.omit({ graph: true }).extend({
  tenant_id: z.string(),
  _id: z.string(),
  status: z.enum(botStatuses),
  /** Newest saved version. */
  draft_version: z.number().int(),
  /** The version that runs; absent until the first publication. */
  published_version: z.number().int().optional(),
  trigger_type: z.enum(triggerTypes),
  /** What the steps of the published version work with, of the draft until there is one. */
  integration_types: z.array(z.string()).default([]),
  /** The integrations that they use, likewise. */
  integration_ids: z.array(z.string()).default([]),
  /** The actions that they run, likewise. */
  action_ids: z.array(z.string()).default([]),
  /** Those that the steps of the draft run. */
  draft_action_ids: z.array(z.string()).default([]),
  /** Likewise the integrations that they use. */
  draft_integration_ids: z.array(z.string()).default([]),
  /** The bots that agents of the published version run, or of the draft until there is one. */
  agent_bot_ids: z.array(z.string()).default([]),
  /** Those that agents of the draft run. */
  draft_agent_bot_ids: z.array(z.string()).default([]),
  /** People even without permissions on bots start its published version in the service portal. */
  service_portal_published: z.boolean().default(false),
  /** Of the published version: the listener whose events start it. */
  listener_id: z.string().optional(),
  /** Likewise: the findings that start it. */
  findings: findingFilter.optional(),
  /** `tenant_id#`, and its listener's id or `findings`, while those start it: key of an index. */
  trigger_key: z.string().optional(),
  /** When it runs, while it is enabled and scheduled: five fields, and an IANA time zone. */
  cron_expression: z.string().optional(),
  tz_info: z.string().optional(),
  /** The schedule it had, while it is on none: offered where it is enabled again. */
  last_schedule: z.object({ cron_expression: z.string(), tz_info: z.string() }).optional(),
  /** `scheduled` while it is enabled and scheduled: key of the index of all scheduled bots. */
  cron_key: z.literal('scheduled').optional(),
  /** Present while the schedule may differ from what is said here. */
  schedule_pending: z.boolean().optional(),
  last_tick: lastTick.optional(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** When a scheduled bot runs next. */
  run_at: z.string().optional(),
});

/** An immutable numbered version. */
export const botVersion = z.object({
  /** `tenant_id#bot_id`. */
  bot_key: z.string(),
  version: z.number().int(),
  graph,
  /** The calls of AWS that were shown when it was published: its runs make no others. */
  aws_rights: z.array(awsRight).optional(),
  /** Of a bot that was deleted: its graph is kept without settings, for the runs that it had. */
  outline: z.literal(true).optional(),
  saved_by: z.string(),
  saved_at: z.string(),
});

export type NewBot = z.output<typeof newBot>;
export type BotChange = z.output<typeof botChange>;
export type Bot = z.infer<typeof bot>;
export type BotVersion = z.infer<typeof botVersion>;

/**
 * One sentence on what keeps a graph from running, and the node it is about. Of a setting: which
 * one, and the sentence as it is said where the setting itself is seen.
 */
export const problem = z.object({
  node_id: z.string().optional(),
  message: z.string(),
  field: z.object({ name: z.string(), title: z.string(), message: z.string() }).optional(),
});
export type Problem = z.infer<typeof problem>;

export const botSummary = bot.omit({
  tenant_id: true,
  action_ids: true,
  draft_action_ids: true,
  agent_bot_ids: true,
  draft_agent_bot_ids: true,
  draft_integration_ids: true,
  trigger_key: true,
  cron_key: true,
  schedule_pending: true,
});
export type BotSummary = z.infer<typeof botSummary>;

const namedRight = awsRight.extend({
  alias: z.string().optional(),
  region: z.string().optional(),
});

/**
 * A bot with the graph of one version (the draft unless asked otherwise) and what is wrong with it.
 */
export const botView = botSummary.extend({
  version: z.number().int(),
  graph,
  problems: z.array(problem),
  /** What likely goes wrong in a run, and keeps nobody from starting one. */
  warnings: z.array(problem),
  /** The calls of AWS that it may make, each with the integration's alias and region. */
  aws_rights: z.array(namedRight),
  /** Those that it may make once it is published, again where it is: an action may have changed. */
  aws_rights_now: z.array(namedRight),
  /** What it calls besides, each with the integration's alias. */
  outside_calls: z.array(outsideCall.extend({ alias: z.string().optional() })),
});
export type BotView = z.infer<typeof botView>;

/** Runs of a bot that are under way: started, and not ended; 100 means that many or more. */
export const openRuns = z.object({ open_runs: z.number().int() });

export const botPage = pageOf(botSummary);
