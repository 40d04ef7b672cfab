import { opensTurns } from '#lib/domain/bots/node-facts.schema.ts';
import { enclosingLanes, originOf, wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import type { TurnOrReason } from '#lib/engine/first-turn.ts';
import type { RunViewState } from '#web/components/run/run-view-state.ts';

type Look = Pick<RunViewState, 'graph' | 'map' | 'choices' | 'lanes' | 'results'>;

const tooLarge =
  'The item of this iteration is too large to be shown here. A test of the node still gets it.';

/**
 * The value of `$loop` in the selected turn; undefined if the run has not reached the loop, so that
 * no turn can be selected.
 */
export const chosenTurn = (view: Look, nodeId: string): TurnOrReason | undefined => {
  const { graph, map, choices, lanes, results } = view;
  const path = map.laneAt(nodeId, choices);
  if (!map.hasBegun(path, results)) return undefined;
  let result: TurnOrReason | undefined;
  for (const lane of enclosingLanes(path)) {
    const origin = originOf(lane);
    const loop = graph.nodes.find(({ id, type }) => opensTurns(type) && id === origin?.opener);
    if (!origin || !loop) continue;
    const { from: index } = origin;
    const found = lanes.get(lane);
    if (!found) {
      return {
        unknown: `There is no data for iteration  ${index + 1} of "${loop.name}". Choose another.`,
      };
    }
    if (found.item_ref !== undefined) return { unknown: tooLarge };
    const outer = result && 'turn' in result ? { outer: result.turn } : {};
    result = { turn: { index, item: found.item, ...outer } };
  }
  return result;
};

/** The lane that provides the data for a test of a node: undefined for the run itself. */
export const chosenLane = (view: Look, nodeId: string): string | undefined => {
  const { graph, map, choices, lanes, results } = view;
  const path = map.laneAt(nodeId, choices);
  if (path === wholeRun) return undefined;
  const hasRun = graph.nodes.some(
    ({ id }) => results[id] !== undefined && map.laneAt(id, choices) === path,
  );
  return hasRun || lanes.has(path) ? path : undefined;
};
