import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { nodeRules } from '../nodes/kinds.ts';
import {
  type Call,
  type Done,
  type Effect,
  type EffectCall,
  failed,
  type Failed,
} from '../nodes/node.ts';
import { cacheOf } from './cache.ts';
import { policyOf, retryAfter, withinTime, withWay, givenUp } from './policy.ts';
import { laneFolder } from './record.ts';
import { type Begun, openResult, withAttempt } from './results.ts';
import type { Segment } from './segment.ts';
import { defect, settle } from './settle.ts';
import type { Step } from './step.ts';
import { waitUntil } from './waiting.ts';

/** The same for every attempt. */
const keyOf = ({ run, lane }: Segment, nodeId: string): string =>
  `${run._id}:${nodeId}:${lane === '' ? '0' : lane}`;

/** What a node keeps beside its run, and what it asks while it is under way. */
const whileUnderWay = (
  { deps: { files, db }, run, lane }: Segment,
  nodeId: string,
): Pick<EffectCall, 'kept' | 'isOver'> => {
  const folder = laneFolder({ tenant_id: run.tenant_id, bot_exc_id: run._id, lane });
  const place = (name: string) => `${folder}/${nodeId}.${name}.json`;
  return {
    kept: {
      get: (name) => files.get(place(name)),
      put: (name, text) => files.put(place(name), text),
    },
    async isOver() {
      const now = await executionStore(db, run.tenant_id).get(run._id);
      return !now || isFinal(now.state);
    },
  };
};

const effectCall = (segment: Segment, call: Call): EffectCall => {
  const { deps, run, way } = segment;
  const { rights } = way.program;
  const key = keyOf(segment, call.node.id);
  const around = whileUnderWay(segment, call.node.id);
  return { ...call, ...around, key, tenant_id: run.tenant_id, deps, ...(rights && { rights }) };
};

/** In a dry run: what would come of an effect, where its kind can find that out. */
export const rehearsed = async (
  segment: Segment,
  call: Call,
  { isRehearsed }: Effect,
): Promise<Done | Failed | undefined> => {
  if (!isRehearsed) return undefined;
  const asked = nodeRules[call.node.type].rehearse?.(effectCall(segment, call));
  const found = await asked?.catch((error: unknown) => defect(segment, error));
  return found;
};

const attempt = (segment: Segment, call: Call): Promise<Done | Failed> => {
  const { node } = call;
  const work = nodeRules[node.type].perform?.(effectCall(segment, call));
  if (!work) throw new Error(`Nodes of kind ${node.type} have no effect.`);
  return withinTime(
    node,
    work.catch((error: unknown) => defect(segment, error)),
  );
};

/** The failed attempt stays on record while the lane waits for the next. */
const waitForRetry = (
  segment: Segment,
  call: Call,
  tried: NodeResult,
  ms: number,
): Promise<Step> => {
  const { record, deps } = segment;
  record.set(call.node.id, tried);
  const until = isoTime(deps.clock() + ms);
  return waitUntil(segment, { node_id: call.node.id, kind: 'retry', until });
};

/**
 * Writes that the effect will happen, then lets it happen; answers a step where the lane waits for
 * another attempt. A result that an earlier run has kept is taken instead.
 */
export const perform = async (
  segment: Segment,
  call: Call,
  begun: Begun,
  effect: Effect,
): Promise<Step | undefined> => {
  const { record, writer } = segment;
  const { node } = call;
  const cache = cacheOf(segment, call);
  const kept = await cache.take();
  const open = { ...openResult(begun, 'IN_PROGRESS'), input: effect.input };
  if (kept) {
    record.set(node.id, { ...open, ...kept, ended_at: isoTime(segment.deps.clock()) });
    return undefined;
  }
  record.set(node.id, open);
  await writer.commitBeforeEffect();
  const why = givenUp(node, begun.attempt);
  const outcome = why === undefined ? await attempt(segment, call) : failed(why);
  if (outcome.type === 'failed' && why === undefined) {
    const ms = retryAfter(node, begun.attempt, outcome);
    if (ms !== undefined) {
      return waitForRetry(segment, call, withAttempt(open, begun, outcome.error), ms);
    }
  }
  await settle(segment, node, open, withWay(node, outcome), performance.now() - begun.mark);
  if (policyOf(node).cache_minutes > 0) await cache.keep();
  return undefined;
};
