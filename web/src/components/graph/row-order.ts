import type { Graph as DagreGraph } from '@dagrejs/dagre';

type Order = ReadonlyMap<string, number>;

const rowOf = (drawing: DagreGraph, id: string): number => drawing.node(id).rank ?? 0;

/** What follows a node, in the order of its ways: arrows are named by that. */
const following = (drawing: DagreGraph, id: string): string[] =>
  (drawing.outEdges(id) ?? [])
    .toSorted((a, b) => Number(a.name) - Number(b.name))
    .map(({ w }) => w);

/**
 * The order in which a walk meets what is in a row that takes the ways of a node from left to
 * right: branches stay in that order, and do not cross where they are nested.
 */
const byWays = (drawing: DagreGraph): Order => {
  const rows = new Map<number, number>();
  const order = new Map<string, number>();
  const open = drawing.sources().toReversed();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (order.has(id)) continue;
    const row = rowOf(drawing, id);
    const place = rows.get(row) ?? 0;
    order.set(id, place);
    rows.set(row, place + 1);
    open.push(...following(drawing, id).toReversed());
  }
  return order;
};

/** Of each fork the branches that nothing else leads to, as pairs of neighbours. */
const neighbours = (drawing: DagreGraph): { left: string; right: string }[] =>
  drawing.nodes().flatMap((id) => {
    const branches = following(drawing, id).filter(
      (next) => drawing.predecessors(next)?.length === 1,
    );
    return branches.slice(1).map((right, at) => ({ left: branches[at] ?? '', right }));
  });

/** How often arrows between neighbouring rows cross. */
const crossings = (drawing: DagreGraph, order: Order): number => {
  const place = (id: string) => order.get(id) ?? 0;
  const rows = Map.groupBy(drawing.edges(), ({ v }) => rowOf(drawing, v));
  let count = 0;
  for (const arrows of rows.values()) {
    for (const [at, one] of arrows.entries()) {
      for (const other of arrows.slice(at + 1)) {
        const above = place(one.v) - place(other.v);
        if (above * (place(one.w) - place(other.w)) < 0) count += 1;
      }
    }
  }
  return count;
};

type ByLibrary = (
  drawing: DagreGraph,
  options: { constraints: { left: string; right: string }[] },
) => void;

/** By the ways or by the library, whichever crosses less; by it; by it without regard to ways. */
export type RowOrder = 'fewest' | 'library' | 'free';

/**
 * Orders what stands in each row: by the ways that lead there, or as the layout library does where
 * that crosses fewer arrows.
 */
export const orderRows = (drawing: DagreGraph, byLibrary: ByLibrary, by: RowOrder): void => {
  const ours = byWays(drawing);
  const least = by === 'fewest' ? crossings(drawing, ours) : Infinity;
  if (least > 0) {
    byLibrary(drawing, { constraints: by === 'free' ? [] : neighbours(drawing) });
    const theirs = new Map(drawing.nodes().map((id) => [id, drawing.node(id).order ?? 0]));
    if (crossings(drawing, theirs) < least) return;
  }
  for (const [id, order] of ours) drawing.node(id).order = order;
};
