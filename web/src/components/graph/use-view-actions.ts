import { useReactFlow, useStoreApi, type Viewport } from '@xyflow/react';
import type { FlowNode } from './flow.ts';
import { openingViewIn } from './use-opening-view.ts';

const isSameView = (a: Viewport, b: Viewport): boolean =>
  Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && Math.abs(a.zoom - b.zoom) < 0.01;

/** The actions that change the view of the canvas. */
export const useViewActions = () => {
  const { fitView, getNodes, getViewport, setViewport, zoomIn, zoomOut, zoomTo } =
    useReactFlow<FlowNode>();
  const store = useStoreApi();
  return {
    /**
     * Shows the whole graph, or its beginning if it is too large to be readable; pressed again, the
     * whole graph.
     */
    fit: () => {
      const nodes = getNodes().map(({ data, position }) => ({ type: data.kind, position }));
      const { domNode, ...size } = store.getState();
      const readable = openingViewIn(domNode, { nodes }, size);
      const isCurrentView = readable && isSameView(readable, getViewport());
      if (readable && !isCurrentView) void setViewport(readable);
      else void fitView({ maxZoom: 1, padding: 0.15 });
    },
    actualSize: () => void zoomTo(1),
    zoomIn: () => void zoomIn(),
    zoomOut: () => void zoomOut(),
  };
};
