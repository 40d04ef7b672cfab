import * as z from 'zod';
import { pageOf, searchText } from '#lib/kernel/page.ts';
import { botStatuses, botSummary, categories, importances } from '../bots/bot.schema.ts';
import { nodeKinds } from '../bots/node-kind.schema.ts';
import { triggerTypes } from '../bots/nodes/start.schema.ts';
import {
  executionState,
  executionStates,
  executionSummary,
  waitingFor,
} from '../executions/execution.schema.ts';
import { decision, outcomeKind } from '../executions/outcome/outcome.schema.ts';

export const stepKinds = ['Input', 'Approve', 'Wait', 'Process'] as const;
export type StepKind = (typeof stepKinds)[number];

/** States of steps: those of runs, and two that results may have besides. */
const stepStatus = z.enum([...executionStates, 'COMPLETED', 'RESOLVED']);
export type StepStatus = z.infer<typeof stepStatus>;

/** Steps that people follow as one. */
const stepGroup = z.object({
  kind: z.enum(stepKinds),
  steps: z.array(z.object({ id: z.string(), type: z.enum(nodeKinds), name: z.string() })),
});
export type StepGroup = z.infer<typeof stepGroup>;

/** A bot as the portal lists it. */
const portalApp = botSummary.pick({
  _id: true,
  name: true,
  description: true,
  category: true,
  importance: true,
  integration_types: true,
  updated_at: true,
});
export type PortalApp = z.infer<typeof portalApp>;

/** `count` is that of all apps with this filter. */
export const portalAppPage = pageOf(portalApp).extend({ count: z.number() });

/** What the list of apps is narrowed by. */
export const appFilter = z.strictObject({
  status: z.enum(botStatuses).optional(),
  category: z.enum(categories).optional(),
  importance: z.enum(importances).optional(),
  event: z.enum(triggerTypes).optional(),
  listener_id: z.string().max(60).optional(),
  integration_type: z.string().max(40).optional(),
  integration_id: z.string().max(60).optional(),
  regex: searchText.optional(),
});
export type AppFilter = z.infer<typeof appFilter>;

/** An app with its steps, and nothing of how they work. */
export const portalAppView = portalApp.extend({
  groups: z.array(stepGroup),
});
export type PortalAppView = z.infer<typeof portalAppView>;

export const portalRunPage = pageOf(
  executionSummary.pick({
    _id: true,
    bot_id: true,
    bot_name: true,
    state: true,
    outcome: true,
    decision: true,
    errors: true,
    created_at: true,
    updated_at: true,
  }),
);

/** What a run waits for, with the branch or turn in whose name; none is the run itself. */
const portalWait = waitingFor.extend({ lane: z.string().optional() });
export type PortalWait = z.infer<typeof portalWait>;

/** What somebody entered into a form, by the labels of its inputs. */
const enteredForm = z.object({
  node_id: z.string(),
  name: z.string(),
  values: z.array(z.object({ label: z.string(), value: z.unknown() })),
});
export type EnteredForm = z.infer<typeof enteredForm>;

/** A run as the person who started it follows it, with the steps of the version that runs. */
export const portalRun = z.object({
  _id: z.string(),
  bot_id: z.string(),
  bot_name: z.string(),
  state: executionState,
  /** What became of it, once it has ended, and what people decided. */
  outcome: outcomeKind.optional(),
  decision: decision.optional(),
  errors: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  finished_at: z.string().optional(),
  /** It was a dry run, started from the bot: it changed nothing. */
  dry_run: z.boolean().optional(),
  /** It reads an input or an event that it was given as it was started from the bot. */
  given: z.boolean().optional(),
  /** Whether the portal still has the app, so that it can be started again. */
  offered: z.boolean(),
  groups: z.array(stepGroup),
  /** By node id; absent where the run has not reached the step. */
  statuses: z.record(z.string(), stepStatus),
  /** What people decided at its steps, by node id: of a loop, in all of its turns. */
  decisions: z.record(z.string(), decision),
  /** What the run waits for now: of a loop's step more than one. */
  waits: z.array(portalWait),
  /** The forms that the reader filled in, in the order of the graph; of turns of loops, none. */
  entered: z.array(enteredForm),
});
export type PortalRun = z.infer<typeof portalRun>;
