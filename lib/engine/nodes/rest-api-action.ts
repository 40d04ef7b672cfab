import * as z from 'zod';
import type { ActionOf, ExecutableType } from '#lib/domain/actions/definition.schema.ts';
import { actionOf } from '#lib/domain/actions/ready-made.ts';
import type { JobInput } from '#lib/domain/agents/jobs/job.schema.ts';
import { integrationSetting } from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import { longestAction } from '#lib/domain/bots/nodes/rest-api-action.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { ActionRules, Asked, Planned, Preview } from '../actions/kind.ts';
import { actionKinds } from '../actions/kinds.ts';
import { isFailed } from './attempt.ts';
import {
  type Call,
  type EffectCall,
  type Failed,
  hopeless,
  type NodeRules,
  pretended,
  type Wait,
} from './node.ts';
import { readOnce } from './read-once.ts';

/** The settings after their expressions were evaluated. */
const evaluated = z.object({
  action: z.string(),
  integration: integrationSetting.optional(),
  clients: z.record(z.string(), integrationSetting).default({}),
  parameters: z.record(z.string(), z.unknown()).default({}),
  timeout_seconds: z.number().default(30),
});

const kindOf = <Kind extends ExecutableType>({ executable_type }: ActionOf<Kind>) =>
  actionKinds[executable_type] as ActionRules<Kind>;

/** The most seconds of an action, unless it waits for a state of AWS. */
const longestWork = 240;
const longestOf = (action: ActionOf<ExecutableType>): number =>
  action.executable_type === 'aws' && action.call.until ? longestAction : longestWork;

type Prepared = { asked: Asked<ExecutableType>; planned: Planned };

/** The evaluated request of the node and what it would do, or why it cannot be done. */
const prepare = readOnce(({ settings, ownAction }: Call): Prepared | Failed => {
  const { success, data } = evaluated.safeParse(settings);
  const action = success ? (actionOf(data.action) ?? ownAction) : undefined;
  if (!success || !action) {
    return hopeless('The action of this node does not exist, or it was deleted. Choose one.');
  }
  // Code names the integrations that it calls, each as a client.
  const own = action.executable_type === 'python' ? { type: action.integration_type } : undefined;
  const integration = own ?? data.integration;
  if (!integration) return hopeless('This node has no integration yet. Choose one.');
  const asked = {
    action,
    given: data.parameters,
    integration,
    clients: data.clients,
    timeoutMs: Math.min(data.timeout_seconds, longestOf(action)) * 1000,
  };
  const planned = kindOf(action).plan(asked);
  if (typeof planned === 'string') return hopeless(`"${action.name}" cannot run: ${planned}`);
  return { asked, planned };
});

/** The longest time (ms) until an agent fetches its work. */
const untilTaken = 60_000;

/** The wait for work of an agent: the run pauses until an agent reports the outcome. */
const awaited = (
  { now }: Call,
  { asked: { action, integration, timeoutMs }, planned: { would } }: Prepared,
  { args, ...job }: JobInput,
): Wait => ({
  type: 'wait',
  kind: 'task',
  until: now + untilTaken + timeoutMs,
  input: {
    action: action.name,
    integration,
    ...job,
    // A repeated job keeps the time at which it was first requested.
    args: { ...args, asked_at: isoTime(now) },
  },
  pretend: pretended(`run "${action.name}": ${would}`),
});

/** What the action would send, or why it cannot; undefined where the node's input says it all. */
export const previewOf = async (call: EffectCall): Promise<Preview | Failed | undefined> => {
  const prepared = prepare(call);
  if (isFailed(prepared)) return prepared;
  return kindOf(prepared.asked.action).preview?.(call, prepared.asked);
};

/**
 * Runs an action with an integration. An action that only reads also runs in a dry run, unless it
 * needs an approval.
 */
export const restApiAction: NodeRules = {
  begin(call) {
    const prepared = prepare(call);
    if (isFailed(prepared)) return prepared;
    const { action, integration } = prepared.asked;
    const { would, shown, onlyReads, looks, canRehearse, job, mayReread } = prepared.planned;
    const input = { action: action.name, ...shown, ...(integration.id && { integration }) };
    if (job) return awaited(call, prepared, job);
    const effect = { type: 'effect' as const, input, ...(looks && { looks }) };
    if (onlyReads && !looks && !action.approval_required) return effect;
    const pretend = pretended(`run "${action.name}": ${would}`);
    return {
      ...effect,
      pretend,
      ...(canRehearse && { isRehearsed: true }),
      ...(mayReread && { mayReread }),
      ...(action.approval_required && { needsApproval: true }),
    };
  },

  async resume({ task }) {
    const came = await task();
    if (came?.output === undefined) return came;
    return { ...came, output: { result: came.output } };
  },

  async perform(call) {
    const prepared = prepare(call);
    if (isFailed(prepared)) return prepared;
    return kindOf(prepared.asked.action).perform(call, prepared.asked);
  },

  async rehearse(call) {
    const prepared = prepare(call);
    if (isFailed(prepared)) return prepared;
    const { asked } = prepared;
    const found = await kindOf(asked.action).rehearse?.(call, asked);
    return found === 'permitted' ? undefined : found;
  },
};
