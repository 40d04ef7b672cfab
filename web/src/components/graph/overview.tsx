import { MiniMap, useStore } from '@xyflow/react';

const size = { width: 160, height: 110 };

/** In pixels: the tools of a narrower canvas would lie over it. */
const leastWidth = 560;

/** The graph as a whole in a corner of the canvas, where there is room for it. */
export const Overview = () => {
  const isNarrow = useStore(({ width }) => width > 0 && width < leastWidth);
  if (isNarrow) return null;
  return (
    <MiniMap pannable zoomable ariaLabel="Overview of the graph" style={size} maskStrokeWidth={2} />
  );
};
