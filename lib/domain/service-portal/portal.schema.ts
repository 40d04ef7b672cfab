import * as z from 'zod';
import { pageOf, searchText } from '#lib/kernel/page.ts';
import { botStatuses, botSummary, categories, importances } from '../bots/bot.schema.ts';
import { nodeKinds } from '../bots/node-kinds.schema.ts';
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

/** The statuses of steps: the states of runs, and two more that results may have. */
const stepStatus = z.enum([...executionStates, 'COMPLETED', 'RESOLVED']);
export type StepStatus = z.infer<typeof stepStatus>;

/** Steps that are shown as one. */
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

/** `count` is the number of all apps that match the filter. */
export const portalAppPage = pageOf(portalApp).extend({ count: z.number() });

/** The filters of the list of apps. */
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

/** An app with its steps, without how they work. */
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

/** What a run waits for, with the lane of the branch or iteration; absent for the run itself. */
const portalWait = waitingFor.extend({ lane: z.string().optional() });
export type PortalWait = z.infer<typeof portalWait>;

/** What the user entered into a form, by the labels of its inputs. */
const enteredForm = z.object({
  node_id: z.string(),
  name: z.string(),
  values: z.array(z.object({ label: z.string(), value: z.unknown() })),
});
export type EnteredForm = z.infer<typeof enteredForm>;

/** A run as the user who started it sees it, with the steps of the version that runs. */
export const portalRun = z.object({
  _id: z.string(),
  bot_id: z.string(),
  bot_name: z.string(),
  state: executionState,
  /** The outcome of a run that has ended, and what people decided. */
  outcome: outcomeKind.optional(),
  decision: decision.optional(),
  errors: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  finished_at: z.string().optional(),
  /** Set for a dry run, started from the bot: it changed nothing. */
  dry_run: z.boolean().optional(),
  /** Set if the run was started from the bot with an input or an event. */
  given: z.boolean().optional(),
  /** Whether the portal still offers the app, so that it can be started again. */
  offered: z.boolean(),
  groups: z.array(stepGroup),
  /** By node id; absent for steps that the run has not reached. */
  statuses: z.record(z.string(), stepStatus),
  /** What people decided at its steps, by node id; within a loop, in all iterations together. */
  decisions: z.record(z.string(), decision),
  /** What the run waits for now; a step within a loop may have several entries. */
  waits: z.array(portalWait),
  /** The forms that the caller filled in, in the order of the graph, except those in loops. */
  entered: z.array(enteredForm),
});
export type PortalRun = z.infer<typeof portalRun>;
