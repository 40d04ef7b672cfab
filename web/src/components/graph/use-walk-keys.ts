import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { CanvasKeys } from './canvas.tsx';
import type { GraphSelection } from './use-flow.ts';
import { type Direction, findNodeInDirection } from './walk.ts';

const directions: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Arrow keys move the selection through a read-only graph. Esc clears it. */
export const useWalkKeys = (
  graph: Graph,
  selected: GraphSelection,
  onSelect: (selection: GraphSelection) => void,
): CanvasKeys => ({
  onKeyDown: (event) => {
    const direction = directions[event.key];
    if (!direction && event.key !== 'Escape') return;
    event.preventDefault();
    const to = direction && findNodeInDirection(graph, selected.nodes.at(-1), direction);
    onSelect({ nodes: to === undefined ? [] : [to], edges: [] });
  },
});
