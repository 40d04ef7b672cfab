import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { ExecutionView, WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import type { LaneChoices, LaneMap } from './lane-map.ts';
import type { Turns } from './use-turns.ts';

/** A run as it is shown: on its graph, in the selected turns. */
export type RunViewState = Turns & {
  run: ExecutionView;
  graph: Graph;
  map: LaneMap;
  choices: LaneChoices;
  /** Selects another turn of a loop, or branch of a parallel. */
  choose: (openerId: string, index: number) => void;
  /** Selects a node, in the given lane if there are several. */
  jump: (nodeId: string, lane?: string) => void;
};

/** What a node waits for in the selected lane. */
export const waitAt = (
  { run, map, choices, lanes }: RunViewState,
  { id }: GraphNode,
): WaitingFor | undefined => {
  const lane = map.laneAt(id, choices);
  const laneWait =
    lane === wholeRun ? run.waiting_for : run.waits.find((wait) => wait.lane === lane);
  const wait = laneWait ?? lanes.get(lane)?.waiting_for;
  return wait?.node_id === id ? wait : undefined;
};
