import { useReactFlow } from '@xyflow/react';

/** How the canvas is looked at. */
export const useViewActs = () => {
  const { fitView, zoomIn, zoomOut, zoomTo } = useReactFlow();
  return {
    /** All of the graph, however small that makes it. */
    fit: () => void fitView({ maxZoom: 1, padding: 0.15 }),
    actualSize: () => void zoomTo(1),
    zoomIn: () => void zoomIn(),
    zoomOut: () => void zoomOut(),
  };
};
