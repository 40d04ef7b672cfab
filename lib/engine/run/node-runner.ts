import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import type { Execution, NodeResult, WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { EngineDeps } from '../deps.ts';
import { evaluate, ExpressionError } from '../expression.ts';
import type { GraphView } from '../graph.ts';
import { nodeRules } from '../nodes/kinds.ts';
import {
  type Call,
  type Done,
  type Effect,
  failed,
  type Failed,
  type Wait,
} from '../nodes/node.ts';
import { settledApproval } from './approvals.ts';
import { NodeError } from './node-error.ts';
import type { RunRecord } from './record.ts';
import { type Begun, endedResult, openResult } from './results.ts';
import { scopeOf } from './scope.ts';
import { type Step, waitingFor, waitStep } from './step.ts';
import type { RunWriter } from './writer.ts';

export type Segment = {
  deps: EngineDeps;
  run: Execution;
  view: GraphView;
  record: RunRecord;
  writer: RunWriter;
};

const isSentence = (error: unknown): error is Error =>
  error instanceof ExpressionError || error instanceof NodeError;

const attempts = ({ record, deps }: Segment, { id }: GraphNode): Begun => ({
  at: deps.clock(),
  mark: performance.now(),
  attempt: (record.results.get(id)?.attempt ?? 0) + 1,
});

const defect = ({ deps, run }: Segment, error: unknown): Failed => {
  const { tenant_id, _id: bot_exc_id } = run;
  deps.log.error('A node failed unexpectedly.', { tenant_id, bot_exc_id, error });
  return failed('It failed unexpectedly. Run the bot again; if it fails again, tell the operator.');
};

/** Adds a node's end to the record; where there is no room for its output, the node has failed. */
const settle = async (
  { record, deps }: Segment,
  node: GraphNode,
  open: NodeResult,
  outcome: Done | Failed,
  ms?: number,
): Promise<void> => {
  const now = deps.clock();
  try {
    await record.add(node.id, endedResult(open, outcome, now, ms), outcome.output);
  } catch (error) {
    if (!isSentence(error)) throw error;
    record.set(node.id, endedResult(open, failed(error.message), now, ms));
  }
};

/** Goes on with a node that the run waits at; answers a step while it waits on. */
const resume = async (
  segment: Segment,
  node: GraphNode,
  waiting: WaitingFor,
): Promise<Step | undefined> => {
  const { deps, run, record } = segment;
  const approval = async () =>
    waiting.approval_id === undefined
      ? undefined
      : settledApproval(deps, run.tenant_id, waiting.approval_id);
  const now = deps.clock();
  const outcome = await nodeRules[node.type].resume?.({ node, waiting, now, approval });
  const open = record.results.get(node.id);
  if (!outcome || !open) return waitStep(waiting, now);
  await settle(segment, node, open, outcome);
  return undefined;
};

/**
 * Writes that the run waits, and gives it time to work on afterwards. That it waits for people is
 * written by the pause, once there is something that they can decide.
 */
const wait = async (
  segment: Segment,
  node: GraphNode,
  begun: Begun,
  asked: Wait,
): Promise<Step> => {
  const { deps, run, record, writer } = segment;
  const waiting = waitingFor(run, node.id, asked, begun.at);
  const deadline = asked.until + limits.runDeadline;
  await record.wait(node.id, openResult(begun, 'IN_PROGRESS'), asked.input);
  await writer.commit({
    state: 'IN_PROGRESS',
    waiting_for: waiting,
    ...(deadline > Date.parse(run.deadline_at) && { deadline_at: isoTime(deadline) }),
  });
  return waitStep(waiting, deps.clock());
};

/** Writes that the effect will happen, then lets it happen. */
const perform = async (
  segment: Segment,
  call: Call,
  open: NodeResult,
  begun: Begun,
): Promise<void> => {
  const { deps, run, record, writer } = segment;
  const { node } = call;
  record.set(node.id, open);
  await writer.commit();
  const key = `${run._id}:${node.id}:0`;
  const outcome = await nodeRules[node.type]
    .perform?.({ ...call, key, deps })
    .catch((error: unknown) => defect(segment, error));
  if (!outcome) throw new Error(`Nodes of kind ${node.type} have no effect.`);
  await settle(segment, node, open, outcome, performance.now() - begun.mark);
};

const begin = (segment: Segment, call: Call): Done | Failed | Wait | Effect => {
  try {
    return nodeRules[call.node.type].begin(call);
  } catch (error) {
    return defect(segment, error);
  }
};

/** Runs the nodes of a segment, one after the other. */
export const nodeRunner = (segment: Segment) => {
  const { deps, run, view, record } = segment;
  const scope = scopeOf(deps, run, view, record);

  /** A sentence becomes the node's failure; failures of our own stores are thrown on. */
  const evaluated = async (node: GraphNode): Promise<Record<string, unknown> | NodeError> => {
    const settings: Record<string, unknown> = nodeSettings[node.type].parse(node.settings);
    try {
      return await evaluate(settings, await scope(settings));
    } catch (error) {
      if (isSentence(error)) return new NodeError(error.message);
      throw error;
    }
  };

  /** Runs one node; answers a step where the run stops at it, else its result is in the record. */
  return async (node: GraphNode): Promise<Step | undefined> => {
    const waiting = run.waiting_for;
    if (waiting?.node_id === node.id) return resume(segment, node, waiting);
    const begun = attempts(segment, node);
    const settings = await evaluated(node);
    const call = { node, settings: settings instanceof NodeError ? {} : settings, now: begun.at };
    const outcome = settings instanceof NodeError ? failed(settings.message) : begin(segment, call);
    if (outcome.type === 'wait') return wait(segment, node, begun, outcome);
    const open = openResult(begun, 'IN_PROGRESS');
    if (outcome.type === 'effect') {
      await perform(segment, call, { ...open, input: outcome.input }, begun);
    } else {
      await settle(segment, node, open, outcome, performance.now() - begun.mark);
    }
    return undefined;
  };
};
