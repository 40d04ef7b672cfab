import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { isPassedBy, mayAsk, passableKinds } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeResult, WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { isQuestion } from '#lib/domain/questions/question.schema.ts';
import { botStore } from '#lib/domain/bots/bot.store.ts';
import { evaluate } from '../expression.ts';
import { nodeRules } from '../nodes/kinds.ts';
import {
  type Call,
  type Done,
  type Effect,
  type Failed,
  type Fork,
  hopeless,
  type Wait,
} from '../nodes/node.ts';
import { perform, rehearsed } from './effect.ts';
import { endAgent } from './end-agent.ts';
import { withForeseen } from './foreseen.ts';
import { NodeError } from './node-error.ts';
import { ownActionOf, whyNotRun } from './own-action.ts';
import { withWay } from './policy.ts';
import { attemptsBefore, type Begun, openResult } from './results.ts';
import { scopeOf } from './scope.ts';
import type { Segment } from './segment.ts';
import { settingsOf } from './settings.ts';
import { defect, isSentence, settle } from './settle.ts';
import { type Step, waitStep } from './step.ts';
import { isAnswered, resume, wait } from './waiting.ts';

type Outcome = Done | Failed | Wait | Effect | Fork;

/** Whether a lane waits for people while a node's effect is under way. */
const asksMeanwhile = ({ type }: GraphNode, { kind }: WaitingFor): boolean =>
  mayAsk(type) && (isQuestion(kind) || kind === 'message');

const begunAt = ({ record, deps, waiting }: Segment, node: GraphNode): Begun => {
  const { id } = node;
  const now = { at: deps.clock(), mark: performance.now() };
  const result = record.results.get(id);
  const looked = waiting?.node_id === id && waiting.kind === 'look' ? waiting.since : undefined;
  if (result && looked !== undefined) {
    // A further poll belongs to the same attempt.
    return { ...now, attempt: result.attempt, before: result, since: Date.parse(looked) };
  }
  if (result && waiting?.node_id === id && asksMeanwhile(node, waiting)) {
    // A node that asked people continues in the same attempt; its polling starts anew.
    const { started_at, attempts } = result;
    const before = { started_at, ...(attempts && { attempts }) };
    return { ...now, attempt: result.attempt, before };
  }
  return { ...now, attempt: (result?.attempt ?? 0) + 1, before: attemptsBefore(result) };
};

const begin = (segment: Segment, call: Call): Outcome => {
  try {
    return nodeRules[call.node.type].begin(call);
  } catch (error) {
    return defect(segment, error);
  }
};

/** How many resources one approval of this bot may cover. */
const boundsOf = async ({ deps, run }: Segment): Promise<Call['bounds']> =>
  (await botStore(deps.db, run.tenant_id).get(run.bot_id))?.settings?.max_resources;

/** Records the end of a node that ended as soon as it began. */
const end = (
  segment: Segment,
  node: GraphNode,
  { mark }: Begun,
  open: NodeResult,
  outcome: Done | Failed,
): Promise<void> => settle(segment, node, open, outcome, performance.now() - mark);

/**
 * In a dry run a node must not wait or change anything outside. What it would send, or ask people
 * about, is stored: that is what people look for in a dry run.
 */
const rehearse = async (
  segment: Segment,
  node: GraphNode,
  begun: Begun,
  { input }: Wait | Effect,
  outcome: Done | Failed,
): Promise<void> => {
  const { record } = segment;
  const begunResult = openResult(begun, 'IN_PROGRESS');
  await record.wait(node.id, begunResult, input);
  await end(segment, node, begun, record.results.get(node.id) ?? begunResult, outcome);
};

/** Why a node is passed over (disabled or pinned), and its outcome; undefined where it runs. */
const passing = ({ options }: Segment['run'], node: GraphNode) => {
  const { type, pinned } = node;
  const done = (output: unknown): Done => ({ type: 'done', output, handle: 'next' });
  if (isPassedBy(node)) return { why: 'disabled' as const, done: done(null) };
  if (!options.use_pins || !pinned || !passableKinds.has(type)) return undefined;
  return { why: 'pinned' as const, done: done(pinned.output) };
};

/** Opens the lanes of a node. Returns a step where the surrounding lane must stop for them. */
export type OpenLanes = (node: GraphNode, begun: Begun, fork: Fork) => Promise<Step | undefined>;

/** Continues lanes that were opened before. */
export type GoOnWithLanes = (node: GraphNode) => Promise<Step | undefined>;

type Lanes = { open: OpenLanes; goOn: GoOnWithLanes };

/** Returns the function that runs the nodes of a lane, one after the other. */
export const nodeRunner = (segment: Segment, lanes: Lanes) => {
  const { run, record, waiting } = segment;
  const scope = scopeOf(segment);

  /** Evaluated settings; a sentence for people is returned, any other error is thrown. */
  const evaluated = async (node: GraphNode): Promise<Record<string, unknown> | NodeError> => {
    const settings = settingsOf(node);
    try {
      return await evaluate(settings, await scope(settings));
    } catch (error) {
      if (isSentence(error)) return new NodeError(error.message);
      throw error;
    }
  };

  const beginNode = async (node: GraphNode): Promise<Step | undefined> => {
    const begun = begunAt(segment, node);
    const passed = passing(run, node);
    if (passed) {
      const open = { ...openResult(begun, 'IN_PROGRESS'), skipped: passed.why };
      await end(segment, node, begun, open, passed.done);
      return undefined;
    }
    const settings = await evaluated(node);
    const bounds = nodeRules[node.type].isBounded ? await boundsOf(segment) : undefined;
    const ownAction = await ownActionOf(segment, node);
    const call = {
      node,
      settings: settings instanceof NodeError ? {} : settings,
      now: begun.at,
      ...(bounds && { bounds }),
      ...(ownAction && { ownAction }),
    };
    const problem = settings instanceof NodeError ? settings.message : whyNotRun(segment, call);
    const first = problem === undefined ? begin(segment, call) : hopeless(problem);
    if (run.options.dry_run && 'pretend' in first && first.pretend) {
      const came = first.type === 'effect' ? await rehearsed(segment, call, first) : undefined;
      await rehearse(segment, node, begun, first, withWay(node, came ?? first.pretend));
      return undefined;
    }
    if (first.type === 'wait') {
      return wait(segment, node, begun, await withForeseen(segment, node, first));
    }
    if (first.type === 'effect') return perform(segment, call, begun, first);
    if (first.type === 'fork') return lanes.open(node, begun, first);
    // A further attempt or poll of an agent may fail before it begins.
    if (first.type === 'failed') await endAgent(segment, node, first);
    await end(segment, node, begun, openResult(begun, 'IN_PROGRESS'), withWay(node, first));
    return undefined;
  };

  /** Runs one node. Returns a step where the lane stops at it; otherwise its result is recorded. */
  return async (node: GraphNode): Promise<Step | undefined> => {
    if (waiting?.node_id === node.id) {
      const now = segment.deps.clock();
      if (asksMeanwhile(node, waiting)) {
        return (await isAnswered(segment, waiting)) ? beginNode(node) : waitStep(waiting, now);
      }
      const isTriedAgain = waiting.kind === 'retry' || waiting.kind === 'look';
      if (isTriedAgain && now < Date.parse(waiting.until)) return waitStep(waiting, now);
      // A decided approval does not ask again: it only reads its resources once more.
      const isBegunAgain = isTriedAgain && waiting.approval_id === undefined;
      if (!isBegunAgain) return resume(segment, node, waiting);
    }
    if (record.results.get(node.id)?.lanes) return lanes.goOn(node);
    return beginNode(node);
  };
};
