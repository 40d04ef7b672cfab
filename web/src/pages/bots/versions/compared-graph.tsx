import './versions.css';
import { ReactFlowProvider } from '@xyflow/react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { dividerColor } from '#web/components/divider-color.ts';
import { Canvas, type CanvasKeys } from '#web/components/graph/canvas.tsx';
import { CanvasTools } from '#web/components/graph/canvas-tools.tsx';
import type { GraphSelection } from '#web/components/graph/use-flow.ts';
import { useWalkKeys } from '#web/components/graph/use-walk-keys.ts';
import type { Marks } from '#web/components/graph/flow.ts';
import type { StepBy } from './change-steps.tsx';

type Props = {
  graph: Graph;
  marks: Marks;
  /** The node in view when it opens. */
  opensAt: string | undefined;
  /** Moves to the next change (n) and to the previous one (p). */
  stepBy: StepBy;
  selected: GraphSelection;
  onSelect: (selection: GraphSelection) => void;
};

/** Two versions drawn as one graph, with added, changed and removed parts marked. */
export const ComparedGraph = ({ graph, marks, opensAt, stepBy, selected, onSelect }: Props) => {
  const walkKeys = useWalkKeys(graph, selected, onSelect);
  const keys: CanvasKeys = {
    onKeyDown: (event) => {
      if (event.key === 'n') stepBy(1);
      else if (event.key === 'p') stepBy(-1);
      else walkKeys.onKeyDown?.(event);
    },
  };
  return (
    <ReactFlowProvider>
      <div className="bot-compared-graph" style={dividerColor}>
        <Canvas
          {...{ graph, marks, opensAt, selected, onSelect, keys }}
          label="Graph of both versions"
        >
          <CanvasTools />
        </Canvas>
      </div>
    </ReactFlowProvider>
  );
};
