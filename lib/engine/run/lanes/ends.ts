import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { originOf } from '#lib/domain/executions/lanes/lane.rules.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { decisionOf } from '#lib/domain/executions/outcome/outcome.rules.ts';
import type { Decision } from '#lib/domain/executions/outcome/outcome.schema.ts';
import { runRecord } from '../record.ts';
import { modelCostOf } from '../results.ts';
import type { Segment } from '../segment.ts';

export type EndState = 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

/** How one lane ended. */
export type LaneEnd = {
  index: number;
  state: EndState;
  reason: string;
  /** What people decided in the lane. */
  decision: Decision | undefined;
  /** US dollars spent on models in the lane. */
  modelCost: number;
  /** Bytes of all outputs that the lane holds. */
  bytes: number;
  output: () => Promise<unknown>;
};

const isEnd = (state: Lane['state']): state is EndState => isFinal(state);

const bytesOf = ({ results }: Lane): number =>
  Object.values(results).reduce((sum, { output_bytes = 0 }) => sum + output_bytes, 0);

/** The end of a stored lane; undefined while it is still open. */
export const endOf = ({ deps, run }: Segment, lane: Lane): LaneEnd | undefined => {
  const { state, output_node, errors } = lane;
  if (!isEnd(state)) return undefined;
  const key = { tenant_id: run.tenant_id, bot_exc_id: run._id, lane: lane.lane };
  return {
    index: originOf(lane.lane)?.from ?? 0,
    state,
    reason: errors[0] ?? '',
    decision: decisionOf(Object.values(lane.results)),
    modelCost: modelCostOf(Object.values(lane.results)),
    bytes: bytesOf(lane),
    output: async () =>
      output_node === undefined ? undefined : runRecord(key, lane, deps.files).output(output_node),
  };
};

/** Bytes of all outputs that these lanes hold. */
export const bytesHeldBy = (ends: readonly LaneEnd[]): number =>
  ends.reduce((sum, { bytes }) => sum + bytes, 0);

/** The lanes that a node has opened so far, by index. */
export const openedLanes = async (
  { deps, lane: parent }: Segment,
  { tenant_id, _id }: Pick<Execution, 'tenant_id' | '_id'>,
  openerId: string,
): Promise<Map<number, Lane>> => {
  const found = new Map<number, Lane>();
  for await (const lane of laneStore(deps.db, tenant_id).opened(_id, parent, openerId)) {
    found.set(originOf(lane.lane)?.from ?? 0, lane);
  }
  return found;
};
