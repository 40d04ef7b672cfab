import './versions.css';
import { useMemo } from 'react';
import { ReactFlowProvider } from '@xyflow/react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { VersionComparison } from '#lib/domain/bots/version.schema.ts';
import { Canvas } from '#web/components/graph/canvas.tsx';
import { CanvasTools } from '#web/components/graph/canvas-tools.tsx';
import type { Chosen } from '#web/components/graph/use-flow.ts';
import { useWalkKeys } from '#web/components/graph/use-walk-keys.ts';
import { bothGraphs } from './both-graphs.ts';
import { dividerColor } from './divider-color.ts';

type Props = {
  before: Graph;
  after: Graph;
  found: VersionComparison;
  selected: Chosen;
  onSelect: (chosen: Chosen) => void;
};

/** Two versions drawn as one graph, with what was added, changed and removed. */
export const ComparedGraph = ({ before, after, found, selected, onSelect }: Props) => {
  const { graph, marks } = useMemo(() => bothGraphs(before, after, found), [before, after, found]);
  const keys = useWalkKeys(graph, selected, onSelect);
  return (
    <ReactFlowProvider>
      <div className="bot-compared-graph" style={dividerColor}>
        <Canvas {...{ graph, marks, selected, onSelect, keys }} label="Graph of both versions">
          <CanvasTools />
        </Canvas>
      </div>
    </ReactFlowProvider>
  );
};
