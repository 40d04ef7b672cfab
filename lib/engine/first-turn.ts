import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { opensTurns } from '#lib/domain/bots/node-facts.schema.ts';
import { viewOf } from './graph.ts';
import { listOf } from './nodes/loop.ts';
import type { Turn } from './run/segment.ts';
import { structureOf } from './structure.ts';

/** The value of `$loop`, or a sentence that says why it is unknown. */
export type TurnOrReason = { turn: Turn } | { unknown: string };

const noItems = ({ name }: GraphNode): TurnOrReason => ({
  unknown:
    `$loop has no value here: with this data "${name}" has no items. ` +
    'Choose a saved run and an iteration, or pin data of the nodes that the items are read from.',
});

const noLoop: TurnOrReason = {
  unknown: '$loop has no value here: this node is not inside a loop.',
};

/**
 * The turn with which the loops around a node would begin, for testing the node without a run.
 * `evaluated` evaluates a loop's setting in the turn around the loop.
 */
export const firstTurn = async (
  graph: Graph,
  nodeId: string,
  evaluated: (setting: unknown, outer: Turn | undefined) => Promise<unknown>,
): Promise<TurnOrReason> => {
  const view = viewOf(graph);
  let turn: Turn | undefined;
  for (const id of structureOf(view).around(nodeId)) {
    const loop = view.find(id);
    if (!loop || !opensTurns(loop.type)) continue;
    const outer = turn && { outer: turn };
    const { loop_type = 'list', items_to_iterate } = loop.settings;
    if (loop_type === 'list') {
      const [item] = listOf(await evaluated(items_to_iterate, turn));
      if (item === undefined) return noItems(loop);
      turn = { index: 0, item, ...outer };
    } else {
      turn = { index: 0, ...outer };
    }
  }
  return turn ? { turn } : noLoop;
};
