import * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import { userChosenName } from '#lib/kernel/user-chosen-name.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { awsRight } from './aws-rights.schema.ts';
import { nodeKinds } from './node-kinds.schema.ts';
import { nodePolicy } from './nodes/policy.schema.ts';
import { findingFilter, triggerTypes } from './nodes/start.schema.ts';
import { outsideCall } from './outside-calls.schema.ts';

/** Results are stored by node id, so an id must not be a special name of JavaScript objects. */
const id = z
  .string()
  .regex(/^(?!__proto__$)[A-Za-z0-9_-]{1,64}$/, 'An id may contain only letters, digits, _ and -.');

/** A coordinate in pixels. */
const pixel = z.number().min(-1e6).max(1e6);

/** Data used as a node's output while a draft is tried; at most as large as a result in a run. */
const pinned = z
  .strictObject({ output: z.unknown() })
  .refine(
    ({ output }) =>
      new TextEncoder().encode(JSON.stringify(output) ?? '').length <= limits.inlineResult,
    'Pinned data must not be larger than 32 KB.',
  );

/** A node as drawn. `settings` of a draft may be incomplete: `check` reports what is missing. */
export const graphNode = z.strictObject({
  id,
  type: z.enum(nodeKinds),
  name: z.string().trim().min(1).max(100),
  position: z.strictObject({ x: pixel, y: pixel }),
  parentId: id.optional(),
  settings: z.record(z.string().max(100), z.unknown()).default({}),
  policy: nodePolicy.optional(),
  /** Runs skip the node, as if it were an arrow. */
  disabled: z.literal(true).optional(),
  /** Used only by runs with the option `use_pins`, never by triggered runs. */
  pinned: pinned.optional(),
});

/**
 * An arrow; `sourceHandle` names the output of its source node (`yes`, `approved`); default `next`.
 */
export const graphEdge = z.strictObject({
  id,
  source: id,
  sourceHandle: z.string().max(50).optional(),
  target: id,
});

/** The message for a bot with more than `maxCount` of something. */
export const tooManyText = (maxCount: number, noun: string): string => {
  const advice = 'Split it into several bots: one starts the next by calling its listener.';
  return `A bot has at most ${maxCount.toLocaleString('en')} ${noun}. ${advice}`;
};

export const graph = z.strictObject({
  nodes: z
    .array(graphNode)
    .max(limits.nodesPerBot, { error: () => tooManyText(limits.nodesPerBot, 'nodes') }),
  edges: z
    .array(graphEdge)
    .max(limits.arrowsPerBot, { error: () => tooManyText(limits.arrowsPerBot, 'arrows') }),
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

export const botName = userChosenName(z.string('Please enter name').trim(), 'name', 'bot');

/** The longest deadline that a bot may set: a year, in minutes. */
export const maxDeadlineMinutes = 525_600;

/** Settings that apply to all versions of a bot at once. */
export const botSettings = z.strictObject({
  deadline_minutes: z.number().int().min(1).max(maxDeadlineMinutes).optional().meta({
    title: 'Deadline',
    description: 'Minutes after which a run fails. The default is 24 hours.',
  }),
  concurrency: z
    .strictObject({
      limit: z.number().int().min(1).max(1000),
      when_full: z.enum(['queue', 'drop']).default('queue'),
      /** An expression over `$event`: runs with different values are limited separately. */
      key: z.string().max(1000).optional(),
    })
    .optional()
    .meta({ title: 'Runs at once' }),
  /** Id of the bot that is started when a run fails, with a report of it as its event. */
  error_bot_id: z.string().max(60).optional().meta({ title: 'Error bot' }),
  /** Whether a scheduled run may start while the previous one is still running. */
  allow_overlap: z.boolean().default(false).meta({ title: 'Overlapping scheduled runs' }),
  /** Minutes that a successful run saves compared with manual work; dashboards add them up. */
  minutes_saved: z.number().min(0).max(100_000).optional().meta({
    title: 'Time saved',
    description: 'Minutes that a run saves, compared with doing its work by hand.',
  }),
  retention_days: z.number().int().min(1).max(limits.retentionDays).optional().meta({
    title: 'Retention',
    description: 'Days to keep ended runs. Has an effect only if the plan keeps them longer.',
  }),
  /** Blast radius: an approval about more resources than this fails the run. */
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
  /** If absent when saving, the settings stay unchanged. */
  settings: botSettings.optional(),
  graph,
});

/**
 * A save: the whole bot, and the version it was edited from, so that no user overwrites another's
 * work.
 */
export const botChange = newBot.extend({ base_version: z.number().int().min(1) });

/** The latest tick of a bot's schedule (`at`: ISO time) and its outcome. */
const lastTick = z.object({
  at: z.string(),
  /** The run that this tick started, or the last one before it if it was skipped. */
  bot_exc_id: z.string().optional(),
  /** Why this tick started no run. */
  skipped: z.string().optional(),
});
export type LastTick = z.infer<typeof lastTick>;

/** A bot as stored; its graphs are stored in its versions. */
export const bot = newBot.omit({ graph: true }).extend({
  tenant_id: z.string(),
  _id: z.string(),
  status: z.enum(botStatuses),
  /** Newest saved version. */
  draft_version: z.number().int(),
  /** The version that runs; absent until the first publication. */
  published_version: z.number().int().optional(),
  trigger_type: z.enum(triggerTypes),
  /** Types of integrations that the published version uses, or the draft until there is one. */
  integration_types: z.array(z.string()).default([]),
  /** Ids of the integrations that it uses, likewise. */
  integration_ids: z.array(z.string()).default([]),
  /** Ids of the actions that it runs, likewise. */
  action_ids: z.array(z.string()).default([]),
  /** Ids of the actions that the draft runs. */
  draft_action_ids: z.array(z.string()).default([]),
  /** Ids of the integrations that the draft uses. */
  draft_integration_ids: z.array(z.string()).default([]),
  /** Bots that AI agents of the published version run, or of the draft until there is one. */
  agent_bot_ids: z.array(z.string()).default([]),
  /** Bots that AI agents of the draft run. */
  draft_agent_bot_ids: z.array(z.string()).default([]),
  /** The published version can be started in the service portal without permissions on bots. */
  service_portal_published: z.boolean().default(false),
  /** The listener whose events start the published version. */
  listener_id: z.string().optional(),
  /** The findings that start the published version. */
  findings: findingFilter.optional(),
  /** Index key while events or findings start it: `tenant_id#` and a listener id or `findings`. */
  trigger_key: z.string().optional(),
  /** Its schedule while it is enabled: a cron expression of five fields, and an IANA time zone. */
  cron_expression: z.string().optional(),
  tz_info: z.string().optional(),
  /** The last schedule of a bot that has none now; suggested when it is enabled again. */
  last_schedule: z.object({ cron_expression: z.string(), tz_info: z.string() }).optional(),
  /** Index key of all scheduled bots; present while the bot is enabled and scheduled. */
  cron_key: z.literal('scheduled').optional(),
  /** Present while the scheduler may not have this schedule yet. */
  schedule_pending: z.boolean().optional(),
  last_tick: lastTick.optional(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** ISO time of the next scheduled run. */
  run_at: z.string().optional(),
});

/** An immutable numbered version. */
export const botVersion = z.object({
  /** `tenant_id#bot_id`. */
  bot_key: z.string(),
  version: z.number().int(),
  graph,
  /** The AWS rights that were shown when it was published; its runs have no others. */
  aws_rights: z.array(awsRight).optional(),
  /** The bot was deleted: the graph is kept without settings, to display the runs it had. */
  outline: z.literal(true).optional(),
  saved_by: z.string(),
  saved_at: z.string(),
});

export type NewBot = z.output<typeof newBot>;
export type BotChange = z.output<typeof botChange>;
export type Bot = z.infer<typeof bot>;
export type BotVersion = z.infer<typeof botVersion>;

/**
 * A sentence on what keeps a graph from running, with the id of its node. `field` is set if it is
 * about a setting: its name and title, and a message to be shown at the setting itself.
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

/** A bot with the graph of one version (by default the draft), its problems and its warnings. */
export const botView = botSummary.extend({
  version: z.number().int(),
  graph,
  problems: z.array(problem),
  /** Likely failures of a run; they do not prevent starting one. */
  warnings: z.array(problem),
  /** The AWS rights that it has, each with the integration's alias and region. */
  aws_rights: z.array(namedRight),
  /** The AWS rights that publishing it now would give it; they may differ if an action changed. */
  aws_rights_now: z.array(namedRight),
  /** Its calls to other systems than AWS, each with the integration's alias. */
  outside_calls: z.array(outsideCall.extend({ alias: z.string().optional() })),
});
export type BotView = z.infer<typeof botView>;

/** Number of runs of a bot that have started and not ended; 100 means that many or more. */
export const openRuns = z.object({ open_runs: z.number().int() });

export const botPage = pageOf(botSummary);
