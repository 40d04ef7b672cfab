import { type MouseEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { applyNodeChanges, type EdgeChange, type NodeChange } from '@xyflow/react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { bodiesOf } from './bodies.ts';
import {
  type FlowEdge,
  flowEdges,
  type FlowNode,
  flowNodes,
  type Marks,
  mergeEdges,
  mergeNodes,
} from './flow.ts';
import { useRoutes } from './use-routes.ts';

/** Ids of the selected nodes and arrows. */
export type GraphSelection = { nodes: readonly string[]; edges: readonly string[] };

type Change = NodeChange<FlowNode> | EdgeChange<FlowEdge>;

/** The selected ids after the selection changes. */
const selectionAfter = (ids: readonly string[], changes: readonly Change[]): readonly string[] => {
  const after = new Set(ids);
  for (const change of changes) {
    if (change.type !== 'select') continue;
    if (change.selected) after.add(change.id);
    else after.delete(change.id);
  }
  return after.size === ids.length && ids.every((id) => after.has(id)) ? ids : [...after];
};

/**
 * Reports to the owner of the selection. Nodes and arrows report one click separately, so the
 * second report must include the first, before the owner has rendered.
 */
const useSelectionReports = (
  selected: GraphSelection,
  onSelect: (selection: GraphSelection) => void,
) => {
  const latest = useRef(selected);
  useEffect(() => {
    latest.current = selected;
  }, [selected]);
  return (kind: keyof GraphSelection, changes: readonly Change[]) => {
    const ids = selectionAfter(latest.current[kind], changes);
    if (ids === latest.current[kind]) return;
    latest.current = { ...latest.current, [kind]: ids };
    onSelect(latest.current);
  };
};

/**
 * The graph as the canvas's nodes and arrows. Drag positions and measurements are kept only here.
 * Unchanged nodes keep their objects, so that their cards are not rendered again.
 */
export const useFlow = (
  graph: Graph,
  marks: Marks,
  selected: GraphSelection,
  onSelect: (selection: GraphSelection) => void,
) => {
  const current = selected.nodes.at(-1) ?? graph.nodes[0]?.id;
  const graphNodes = useMemo(
    () => flowNodes(graph, marks, selected.nodes, current),
    [graph, marks, selected.nodes, current],
  );
  const [nodes, setNodes] = useState<FlowNode[]>(graphNodes);
  const [appliedNodes, setAppliedNodes] = useState(graphNodes);
  if (appliedNodes !== graphNodes) {
    setAppliedNodes(graphNodes);
    setNodes(mergeNodes(nodes, graphNodes));
  }
  const settledGraph = useDeferredValue(graph);
  const bodies = useMemo(() => bodiesOf(settledGraph), [settledGraph]);
  const routes = useRoutes(graph, nodes, bodies);
  const graphEdges = useMemo(
    () => flowEdges(graph, marks, selected.edges, routes),
    [graph, marks, selected.edges, routes],
  );
  const [edges, setEdges] = useState(graphEdges);
  const [appliedEdges, setAppliedEdges] = useState(graphEdges);
  if (appliedEdges !== graphEdges) {
    setAppliedEdges(graphEdges);
    setEdges(mergeEdges(edges, graphEdges));
  }
  const report = useSelectionReports(selected, onSelect);
  const flow = {
    nodes,
    edges,
    onNodesChange: (changes: NodeChange<FlowNode>[]) => {
      setNodes((previous) => applyNodeChanges(changes, previous));
      report('nodes', changes);
    },
    onEdgesChange: (changes: EdgeChange<FlowEdge>[]) => report('edges', changes),
    /**
     * The library keeps a multiple selection when one of its nodes is clicked without a modifier
     * key, and ignores a click on a node that it still considers selected.
     */
    onNodeClick: ({ shiftKey, metaKey, ctrlKey }: MouseEvent, { id }: FlowNode) => {
      const isOnly = selected.nodes.length === 1 && selected.nodes[0] === id;
      if (!shiftKey && !metaKey && !ctrlKey && !isOnly) onSelect({ nodes: [id], edges: [] });
    },
  };
  return { flow, bodies };
};
