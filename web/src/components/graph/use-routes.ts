import { useMemo } from 'react';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { type Body, framesOf } from './bodies.ts';
import type { FlowNode } from './flow.ts';
import { boxOf } from './node-size.ts';
import type { Routes } from './routes.ts';
import { type Boxes, routeArrows } from './arrow-ends.ts';

/** The part of a graph that its arrows depend on: editing a text moves none. */
const shapeOf = ({ nodes, edges }: Graph): string =>
  JSON.stringify([
    nodes.map(({ id, type, position, policy }) => [id, type, position, policy?.on_error]),
    edges.map(({ id, source, sourceHandle, target }) => [id, source, sourceHandle, target]),
  ]);

export const boxesOf = (nodes: readonly FlowNode[]): Boxes =>
  new Map(
    nodes.map(({ id, position, width = 0, height = 0 }) => [id, { ...position, width, height }]),
  );

/**
 * The routed arrows of the graph, around its nodes and the titles of its frames. Arrows follow
 * dragged nodes at once; other arrows are routed again when the nodes are dropped.
 */
export const useRoutes = (
  graph: Graph,
  nodes: readonly FlowNode[],
  bodies: readonly Body[],
): Routes => {
  const shape = shapeOf(graph);
  const settledRoutes = useMemo(() => {
    const boxes = new Map(graph.nodes.map((node) => [node.id, boxOf(node)]));
    return routeArrows(graph, boxes, framesOf(bodies, boxes));
    // The shape represents the graph.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shape, bodies]);
  return useMemo(() => {
    const positions = new Map(graph.nodes.map(({ id, position }) => [id, position]));
    const dragged = new Set(
      nodes.flatMap(({ id, position }) => {
        const original = positions.get(id);
        return original && (original.x !== position.x || original.y !== position.y) ? [id] : [];
      }),
    );
    if (dragged.size === 0) return settledRoutes;
    const unmovedEdges = graph.edges.filter(
      ({ source, target }) => !dragged.has(source) && !dragged.has(target),
    );
    const fixedRoutes: Routes = new Map(
      unmovedEdges.flatMap(({ id }) => {
        const route = settledRoutes.get(id);
        return route ? [[id, route]] : [];
      }),
    );
    const boxes = boxesOf(nodes);
    return routeArrows(graph, boxes, framesOf(bodies, boxes), fixedRoutes);
  }, [graph, nodes, bodies, settledRoutes]);
};
