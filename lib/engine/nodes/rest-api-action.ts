import * as z from 'zod';
import type { ActionOf, ExecutableType } from '#lib/domain/actions/definition.schema.ts';
import { findReadyMadeAction } from '#lib/domain/actions/ready-made.ts';
import type { JobInput } from '#lib/domain/agents/jobs/job.schema.ts';
import { integrationSetting } from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import { maxTimeoutSeconds } from '#lib/domain/bots/nodes/rest-api-action.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { ActionRequest, ActionRules, PlannedAction, Preview } from '../actions/kind.ts';
import { actionKinds } from '../actions/kinds.ts';
import { isFailed } from './call-failure.ts';
import {
  type Call,
  dryRunOutcome,
  type EffectCall,
  type Failed,
  failedForGood,
  type NodeRules,
  type Wait,
} from './node.ts';
import { parseOnce } from './read-once.ts';

/** The settings after their expressions were evaluated. */
const evaluatedSettings = z.object({
  action: z.string(),
  integration: integrationSetting.optional(),
  clients: z.record(z.string(), integrationSetting).default({}),
  parameters: z.record(z.string(), z.unknown()).default({}),
  timeout_seconds: z.number().default(30),
});

const rulesFor = <Kind extends ExecutableType>({ executable_type }: ActionOf<Kind>) =>
  actionKinds[executable_type] as ActionRules<Kind>;

/** The most seconds of an action, unless it waits for a state of AWS. */
const maxActionSeconds = 240;
const maxSecondsOf = (action: ActionOf<ExecutableType>): number =>
  action.executable_type === 'aws' && action.call.until ? maxTimeoutSeconds : maxActionSeconds;

type Prepared = { request: ActionRequest<ExecutableType>; plan: PlannedAction };

/** The evaluated request of the node and what it would do, or why it cannot be done. */
const prepare = parseOnce(({ settings, ownAction }: Call): Prepared | Failed => {
  const { success, data } = evaluatedSettings.safeParse(settings);
  const action = success ? (findReadyMadeAction(data.action) ?? ownAction) : undefined;
  if (!success || !action) {
    return failedForGood('The action of this node does not exist, or it was deleted. Choose one.');
  }
  // Code names the integrations that it calls, each as a client.
  const codeIntegration =
    action.executable_type === 'python' ? { type: action.integration_type } : undefined;
  const integration = codeIntegration ?? data.integration;
  if (!integration) return failedForGood('This node has no integration yet. Choose one.');
  const request = {
    action,
    input: data.parameters,
    integration,
    clients: data.clients,
    timeoutMs: Math.min(data.timeout_seconds, maxSecondsOf(action)) * 1000,
  };
  const plan = rulesFor(action).plan(request);
  if (typeof plan === 'string') return failedForGood(`"${action.name}" cannot run: ${plan}`);
  return { request, plan };
});

/** The longest time (ms) until an agent fetches its work. */
const maxPickupTime = 60_000;

/** The wait for work of an agent: the run pauses until an agent reports the outcome. */
const waitForAgent = (
  { now }: Call,
  { request: { action, integration, timeoutMs }, plan: { would } }: Prepared,
  { args, ...job }: JobInput,
): Wait => ({
  type: 'wait',
  kind: 'task',
  until: now + maxPickupTime + timeoutMs,
  input: {
    action: action.name,
    integration,
    ...job,
    // A repeated job keeps the time at which it was first requested.
    args: { ...args, asked_at: isoTime(now) },
  },
  pretend: dryRunOutcome(`run "${action.name}": ${would}`),
});

/** What the action would send, or why it cannot; undefined where the node's input says it all. */
export const previewOf = async (call: EffectCall): Promise<Preview | Failed | undefined> => {
  const prepared = prepare(call);
  if (isFailed(prepared)) return prepared;
  return rulesFor(prepared.request.action).preview?.(call, prepared.request);
};

/**
 * Runs an action with an integration. An action that only reads also runs in a dry run, unless it
 * needs an approval.
 */
export const restApiAction: NodeRules = {
  begin(call) {
    const prepared = prepare(call);
    if (isFailed(prepared)) return prepared;
    const { action, integration } = prepared.request;
    const { would, details, onlyReads, looks, canRehearse, job, mayReread } = prepared.plan;
    const input = { action: action.name, ...details, ...(integration.id && { integration }) };
    if (job) return waitForAgent(call, prepared, job);
    const effect = { type: 'effect' as const, input, ...(looks && { looks }) };
    if (onlyReads && !looks && !action.approval_required) return effect;
    const pretend = dryRunOutcome(`run "${action.name}": ${would}`);
    return {
      ...effect,
      pretend,
      ...(canRehearse && { isRehearsed: true }),
      ...(mayReread && { mayReread }),
      ...(action.approval_required && { needsApproval: true }),
    };
  },

  async resume({ task }) {
    const outcome = await task();
    if (outcome?.output === undefined) return outcome;
    return { ...outcome, output: { result: outcome.output } };
  },

  async perform(call) {
    const prepared = prepare(call);
    if (isFailed(prepared)) return prepared;
    return rulesFor(prepared.request.action).perform(call, prepared.request);
  },

  async rehearse(call) {
    const prepared = prepare(call);
    if (isFailed(prepared)) return prepared;
    const { request } = prepared;
    const found = await rulesFor(request.action).rehearse?.(call, request);
    return found === 'permitted' ? undefined : found;
  },
};
