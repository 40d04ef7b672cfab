import type { ActionTest } from '#lib/domain/actions/action-test.schema.ts';
import type { Action } from '#lib/domain/actions/definition.schema.ts';
import { isEventFromListener } from '#lib/domain/bots/agent-approval.rules.ts';
import type { ActionTestCall } from '#lib/domain/actions/action-test.service.ts';
import { usageIn } from '#lib/domain/chat/spent.rules.ts';
import type { NodeTest } from '#lib/domain/executions/runs/node-test.schema.ts';
import type { NodeTestCall } from '#lib/domain/executions/runs/node-test.service.ts';
import { isWithinResponseLimit } from '#lib/kernel/response-size.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { randomId } from '#lib/kernel/ids.ts';
import { limits } from '#lib/kernel/limits.ts';
import { check } from './check.ts';
import type { EngineDeps } from './deps.ts';
import { evaluate, readsAny, readsIn, type Scope } from './expression.ts';
import { firstTurn } from './first-turn.ts';
import { lastTextAnswer, textIn } from './nodes/ai-agent/assistant-entry.ts';
import { inMemoryTranscript, type Transcript } from './nodes/ai-agent/transcript.ts';
import { isFailed } from './nodes/call-failure.ts';
import { nodeRules } from './nodes/kinds.ts';
import {
  type Call,
  type Done,
  type EffectCall,
  failed,
  type Failed,
  finalOutcome,
} from './nodes/node.ts';
import { previewOf } from './nodes/rest-api-action.ts';
import { ownActionsIn } from './own-actions.ts';
import { NodeError } from './run/node-error.ts';
import { withNodeTimeout, withTimeLimit } from './run/policy.ts';
import { settingsOf } from './run/settings.ts';
import { isErrorForPeople } from './run/record-node-end.ts';

export type TestNodeDeps = EffectCall['deps'] & Pick<EngineDeps, 'clock' | 'site' | 'ownAction'>;

/** The data that expressions read; nothing else is loaded. */
const dataFor = async (
  deps: TestNodeDeps,
  { bot, user_id, event, nodes }: NodeTestCall,
  settings: unknown,
): Promise<Scope> => {
  const reads = readsIn(settings);
  const usedNodes = [...nodes].filter(([name]) => reads.nodes === 'all' || reads.nodes.has(name));
  const outputs: [string, unknown][] = [];
  for (const [name, readOutput] of usedNodes) outputs.push([name, await readOutput()]);
  const trigger = { type: 'manual', user_id };
  const started_at = isoTime(deps.clock());
  return {
    event: await event(),
    nodes: Object.fromEntries(outputs),
    run: { id: randomId('exc'), bot: bot.name, started_at, trigger },
    site: { url: deps.site.url },
  };
};

/** The chosen turn, or the first one. Throws a `NodeError` where there is none. */
const turnFor = async (deps: TestNodeDeps, call: NodeTestCall): Promise<unknown> => {
  const chosenTurn = await call.turn?.();
  if (chosenTurn !== undefined) return chosenTurn;
  const found = await firstTurn(call.graph, call.node.id, async (setting, loop) =>
    evaluate(setting, { ...(await dataFor(deps, call, setting)), loop }),
  );
  if ('unknown' in found) throw new NodeError(found.unknown);
  return found.turn;
};

const scopeFor = async (deps: TestNodeDeps, call: NodeTestCall, settings: unknown) => {
  const data = await dataFor(deps, call, settings);
  const { loop } = readsIn(settings);
  return readsAny(loop) ? { ...data, loop: await turnFor(deps, call) } : data;
};

type TrialResult = {
  input: unknown;
  outcome: Done | Failed;
  /** Calls that were not made, since there are no approvers in a test. */
  notMade?: number;
};

/** The input of a node's test, with evaluated expressions. */
type Trial = Omit<Call, 'now'> &
  Pick<EffectCall, 'isEventSent'> & {
    tenant_id: string;
    dry_run: boolean;
    /** The time limit (ms) of its effect: a test is an API call, which ends after 28 s on AWS. */
    withinMs?: number;
  };

/** Begins the node. One that waits returns what it would wait for; permitted effects happen. */
const tryNode = async (
  deps: TestNodeDeps,
  call: NodeTestCall,
  ownActions: readonly Action[],
  withinMs: number,
): Promise<TrialResult> => {
  const { node, tenant_id, dry_run, bot } = call;
  const rawSettings = settingsOf(node);
  const settings = await evaluate(rawSettings, await scopeFor(deps, call, rawSettings));
  const bounds = bot.settings?.max_resources;
  const ownAction = ownActions.find(({ _id }) => _id === node.settings['action']);
  const context = { ...(bounds && { bounds }), ...(ownAction && { ownAction }) };
  const isEventSent = isEventFromListener(call.graph);
  return runTrial(deps, { node, settings, ...context, tenant_id, isEventSent, dry_run, withinMs });
};

/** The failure of an effect that takes too long. */
const tooLongFailure = (withinMs: number): Failed => {
  const problem = `It did not finish within the ${withinMs / 1000} s of a test`;
  return failed(
    `${problem}, and may still take effect. Check whether it did before you run the bot.`,
  );
};

/** What an agent that ran out of time has used, and its last text. */
const partialOutput = async (transcript: Transcript) => {
  const entries = await transcript.entries();
  const lastAnswer = lastTextAnswer(entries);
  const response = lastAnswer && { response: textIn(lastAnswer) };
  return entries.length > 0 && { output: { ...response, ...usageIn(entries) } };
};

/** Performs the effect of a node. After the time limit it makes no further calls. */
const performEffect = async (
  effect: EffectCall,
  withinMs: number = Infinity,
): Promise<Done | Failed> => {
  const { node } = effect;
  const transcript = inMemoryTranscript(effect.now);
  let isTimedOut = false;
  const isOver = async () => isTimedOut;
  // A model in a function of its own may answer a moment after the time limit.
  const longestQuestion = withinMs + 1000;
  const work = nodeRules[node.type]
    .perform?.({ ...effect, transcript, isOver, longestQuestion })
    .then(finalOutcome);
  if (!work) throw new Error(`Nodes of kind ${node.type} have no effect.`);
  const timed = withNodeTimeout(node, work);
  if (withinMs === Infinity) return timed;
  const timeoutFailure = tooLongFailure(withinMs);
  const outcome = await withTimeLimit(withinMs, timeoutFailure, timed).finally(() => {
    isTimedOut = true;
  });
  return outcome === timeoutFailure
    ? { ...timeoutFailure, ...(await partialOutput(transcript)) }
    : outcome;
};

const runTrial = async (
  deps: EffectCall['deps'],
  { dry_run, withinMs, ...trial }: Trial,
): Promise<TrialResult> => {
  const { node, settings } = trial;
  let notMade = 0;
  const noteNotMade = () => void (notMade += 1);
  const effect = { ...trial, now: deps.clock(), key: randomId('exc'), noteNotMade, deps };
  const beginResult = nodeRules[node.type].begin(effect);
  if (beginResult.type === 'done' || beginResult.type === 'failed')
    return { input: settings, outcome: beginResult };
  if (beginResult.type === 'fork') {
    const output = { turns: beginResult.turns, items: beginResult.items };
    return { input: settings, outcome: { type: 'done', output } };
  }
  const input = beginResult.input ?? settings;
  if (beginResult.type === 'wait') return { input, outcome: beginResult.pretend };
  if (beginResult.pretend && (dry_run || beginResult.needsApproval)) {
    const rehearsal = beginResult.isRehearsed
      ? await nodeRules[node.type].rehearse?.(effect)
      : undefined;
    return { input, outcome: rehearsal ?? beginResult.pretend };
  }
  const outcome = await performEffect(effect, withinMs);
  return { input, outcome, notMade };
};

/** The most bytes of input and output in the answer of a test, in their encoded form. */
const maxShownBytes = { input: limits.answer / 4, output: limits.answer / 2 };

/** A value in the answer of a test; of one that is too large only the number of bytes. */
const boundedField = (name: keyof typeof maxShownBytes, value: unknown) => {
  if (value === undefined) return {};
  const text = JSON.stringify(value) ?? '';
  if (isWithinResponseLimit(text, maxShownBytes[name])) return { [name]: value };
  return { [`${name}_bytes`]: Buffer.byteLength(text) };
};

/** The result of a test, with its duration. */
const measureTest = async (work: () => Promise<TrialResult>): Promise<NodeTest> => {
  const startedAt = performance.now();
  const { input, outcome, notMade = 0 } = await work();
  const { output } = outcome;
  return {
    status: outcome.type === 'failed' ? 'FAILED' : 'SUCCEEDED',
    ...boundedField('output', output),
    ...(outcome.type === 'failed' && { error: outcome.error }),
    ...boundedField('input', input),
    ...('would' in outcome && { would: outcome.would }),
    ...(notMade > 0 && { calls_not_made: notMade }),
    duration_ms: Math.round(performance.now() - startedAt),
  };
};

const checkAndTry = async (
  deps: TestNodeDeps,
  call: NodeTestCall,
  withinMs: number,
): Promise<TrialResult> => {
  const ownActions = await ownActionsIn(deps.ownAction, call.tenant_id, call.graph);
  const problem = check(call.graph, ownActions).find(({ node_id }) => node_id === call.node.id);
  if (problem) return { input: undefined, outcome: failed(problem.message) };
  try {
    return await tryNode(deps, call, ownActions, withinMs);
  } catch (error) {
    if (isErrorForPeople(error)) return { input: undefined, outcome: failed(error.message) };
    throw error;
  }
};

/**
 * Runs one node once with given data, and stores nothing: no result, no retries, no cache. In a dry
 * run a node that would change something returns what it would do.
 */
export const testNode =
  (deps: TestNodeDeps, withinMs: number = limits.connectionTest) =>
  (call: NodeTestCall): Promise<NodeTest> =>
    measureTest(() => checkAndTry(deps, call, withinMs));

/** The same, with everything that the action sends, except secrets. */
const tryWithPreview = async (deps: EffectCall['deps'], trial: Trial): Promise<TrialResult> => {
  const result = await runTrial(deps, trial);
  const preview = await previewOf({ ...trial, now: deps.clock(), key: randomId('exc'), deps });
  if (!preview) return result;
  if (!isFailed(preview)) return { ...result, input: preview.sent };
  return result.outcome.type === 'failed' ? result : { ...result, outcome: preview };
};

/** An API call may hardly take longer than this. */
const timeout_seconds = limits.connectionTest / 1000;

/** Tests an action once, as a node of a bot would run it with these values. */
export const testAction =
  (deps: EffectCall['deps']): ((call: ActionTestCall) => Promise<ActionTest>) =>
  async ({ action, integration, clients = {}, parameters, ...call }) => {
    const accounts = { clients, ...(integration && { integration }) };
    const settings = { action: action._id, ...accounts, parameters, timeout_seconds };
    const type = 'rest_api_action' as const;
    const node = { id: 'n', type, name: action.name, position: { x: 0, y: 0 }, settings };
    const trial = { node, settings, ownAction: action, ...call };
    const { status, ...test } = await measureTest(() => tryWithPreview(deps, trial));
    return { ...test, status: status === 'FAILED' ? 'FAILED' : 'SUCCEEDED' };
  };
