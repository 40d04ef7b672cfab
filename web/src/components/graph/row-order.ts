import type { Graph as DagreGraph } from '@dagrejs/dagre';

type Order = ReadonlyMap<string, number>;

const rowOf = (drawing: DagreGraph, id: string): number => drawing.node(id).rank ?? 0;

/** The successors of a node, in the order of its handles, which are the names of the edges. */
const successorsOf = (drawing: DagreGraph, id: string): string[] =>
  (drawing.outEdges(id) ?? [])
    .toSorted((a, b) => Number(a.name) - Number(b.name))
    .map(({ w }) => w);

/**
 * The order in which nodes of a row are visited by a walk that follows handles from left to right:
 * branches stay in that order, and nested ones do not cross.
 */
const orderByHandles = (drawing: DagreGraph): Order => {
  const rows = new Map<number, number>();
  const order = new Map<string, number>();
  const stack = drawing.sources().toReversed();
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (order.has(id)) continue;
    const row = rowOf(drawing, id);
    const position = rows.get(row) ?? 0;
    order.set(id, position);
    rows.set(row, position + 1);
    stack.push(...successorsOf(drawing, id).toReversed());
  }
  return order;
};

/** Branches of each fork that nothing else leads to, as pairs of neighbours. */
const neighbourPairs = (drawing: DagreGraph): { left: string; right: string }[] =>
  drawing.nodes().flatMap((id) => {
    const branches = successorsOf(drawing, id).filter(
      (next) => drawing.predecessors(next)?.length === 1,
    );
    return branches.slice(1).map((right, at) => ({ left: branches[at] ?? '', right }));
  });

/** The number of crossings between neighbouring rows. */
const countCrossings = (drawing: DagreGraph, order: Order): number => {
  const positionOf = (id: string) => order.get(id) ?? 0;
  const rows = Map.groupBy(drawing.edges(), ({ v }) => rowOf(drawing, v));
  let count = 0;
  for (const arrows of rows.values()) {
    for (const [at, one] of arrows.entries()) {
      for (const other of arrows.slice(at + 1)) {
        const sourceOffset = positionOf(one.v) - positionOf(other.v);
        if (sourceOffset * (positionOf(one.w) - positionOf(other.w)) < 0) count += 1;
      }
    }
  }
  return count;
};

type LibraryOrdering = (
  drawing: DagreGraph,
  options: { constraints: { left: string; right: string }[] },
) => void;

/**
 * By handles or by the library, whichever crosses less; by the library with handle order; by the
 * library alone.
 */
export type RowOrder = 'fewest' | 'library' | 'free';

/**
 * Orders the nodes in each row: by the handles that lead there, or by the layout library if that
 * gives fewer crossings.
 */
export const orderRows = (drawing: DagreGraph, byLibrary: LibraryOrdering, by: RowOrder): void => {
  const handleOrder = orderByHandles(drawing);
  const handleCrossings = by === 'fewest' ? countCrossings(drawing, handleOrder) : Infinity;
  if (handleCrossings > 0) {
    byLibrary(drawing, { constraints: by === 'free' ? [] : neighbourPairs(drawing) });
    const libraryOrder = new Map(drawing.nodes().map((id) => [id, drawing.node(id).order ?? 0]));
    if (countCrossings(drawing, libraryOrder) < handleCrossings) return;
  }
  for (const [id, order] of handleOrder) drawing.node(id).order = order;
};
