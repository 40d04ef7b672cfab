import * as fc from 'fast-check';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { boxOf, overlap } from '#web/components/graph/node-size.ts';
import { tidyBeside, tidyPositions } from '#web/components/graph/layout.ts';
import { draw } from '../../bots/picture.ts';

const kinds = ['condition', 'approval', 'parallel', 'http_request', 'end'] as const;

/** Any graph at all, cycles and loose ends included: a draft may look like that. */
const anyGraph = fc
  .tuple(
    fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 15 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(1)), { maxLength: 25 }),
  )
  .map(([types, links]): Graph => {
    const nodes = draw(...types.map((kind, index) => `n${index}:${kind}`)).nodes;
    const edges = links.flatMap(([from, to, way], index) => {
      const source = nodes[from % nodes.length];
      const target = nodes[to % nodes.length];
      const handle = source && nodeFacts[source.type].handles[way];
      if (!source || !target || !handle || source === target) return [];
      return [{ id: `e${index}`, source: source.id, sourceHandle: handle, target: target.id }];
    });
    return { nodes, edges };
  });

const touching = (graph: Graph): string[] => {
  const places = tidyPositions(graph);
  const nodes = graph.nodes.map((node) => ({
    ...node,
    position: places.get(node.id) ?? { x: Number.NaN, y: Number.NaN },
  }));
  return nodes.flatMap((a, index) => {
    const rest = nodes.slice(index + 1).filter((b) => overlap(boxOf(a), boxOf(b)));
    return rest.map((b) => `${a.id}/${b.id}`);
  });
};

describe('the layout', () => {
  it('places every node of any graph, whole pixels and apart from all others', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const places = [...tidyPositions(graph).values()];
        expect(places).toHaveLength(graph.nodes.length);
        expect(places.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y))).toBe(true);
        expect(touching(graph)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['at once', 'fork -yes-> a:delay', 'fork -no-> b:delay'],
    ['drawn the other way round', 'fork -no-> b:delay', 'fork -yes-> a:delay'],
    ['of different length', 'fork -yes-> a:delay -> c:delay', 'fork -no-> b:delay'],
  ])('puts the yes branch above the no branch: %s', (_name, ...lines) => {
    const places = tidyPositions(draw('start -> fork:condition', ...lines));
    expect(places.get('a')?.y).toBeLessThan(places.get('b')?.y ?? 0);
  });

  it('is the same for a large graph, also where no worker can be had', async () => {
    const nodes = Array.from({ length: 240 }, (_, index) => `n${index}:delay`);
    const graph = draw(['start', ...nodes, 'end'].join(' -> '));
    expect(await tidyBeside(graph)).toEqual(tidyPositions(graph));
  });
});
