import SpaceBetween from '@cloudscape-design/components/space-between';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { RunViewState } from './run-view-state.ts';
import { TurnChooser } from './turn-chooser.tsx';

/** Selects the turns of the loops around a node, the outermost first. */
export const EnclosingTurns = ({ view, node }: { view: RunViewState; node: GraphNode }) => {
  const { run, graph, map, choices, results, choose } = view;
  const loops = map
    .loopsAround(node.id)
    .flatMap((id) => graph.nodes.find((one) => one.id === id) ?? [])
    .filter(({ id }) => results[id] !== undefined);
  if (loops.length === 0) return null;
  return (
    <SpaceBetween size="m">
      {loops.map((loop) => (
        <TurnChooser
          key={loop.id}
          run={run}
          opener={loop}
          parent={map.laneAt(loop.id, choices)}
          map={map}
          index={choices[loop.id] ?? 0}
          plannedCount={results[loop.id]?.lanes?.planned}
          onChoose={(index) => choose(loop.id, index)}
        />
      ))}
    </SpaceBetween>
  );
};
