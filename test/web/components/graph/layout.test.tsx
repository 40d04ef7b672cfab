import * as fc from 'fast-check';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { boxOf, isTooClose } from '#web/components/graph/node-size.ts';
import { tidyInWorker } from '#web/components/graph/layout.ts';
import { tidyPositions } from '#web/components/graph/tidy.ts';
import { libraryBots } from '#lib/domain/library/library-bots.ts';
import { caseCount } from '#test/support/thorough.ts';
import { isLaidOut, tidyGraph } from '#web/components/graph/tidy.ts';
import { blocks, drawBlock } from '../../../engine/lanes/blocks.ts';
import { draw } from '../../bots/graph-drawing.ts';
import { countCrossings, linesOf } from '#web/components/graph/crossings.ts';
import {
  arrowsThroughNodes,
  misorderedForks,
  misplacedNodes,
  overlappingArrows,
  pictureOf,
  slantedArrows,
} from './geometry.ts';
import { layoutWithDagre } from './dagre-layout.ts';

const kinds = ['condition', 'approval', 'parallel', 'http_request', 'end'] as const;

/** Any graph, including cycles and loose ends: a draft may look like that. */
const anyGraph = fc
  .tuple(
    fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 15 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(1)), { maxLength: 25 }),
  )
  .map(([types, links]): Graph => {
    const nodes = draw(...types.map((kind, index) => `n${index}:${kind}`)).nodes;
    const edges = links.flatMap(([from, to, handleIndex], index) => {
      const source = nodes[from % nodes.length];
      const target = nodes[to % nodes.length];
      const handle = source && nodeFacts[source.type].handles[handleIndex];
      if (!source || !target || !handle || source === target) return [];
      return [{ id: `e${index}`, source: source.id, sourceHandle: handle, target: target.id }];
    });
    return { nodes, edges };
  });

const overlappingPairs = (graph: Graph): string[] => {
  const places = tidyPositions(graph);
  const nodes = graph.nodes.map((node) => ({
    ...node,
    position: places.get(node.id) ?? { x: Number.NaN, y: Number.NaN },
  }));
  return nodes.flatMap((a, index) => {
    const neighbours = nodes.slice(index + 1).filter((b) => isTooClose(boxOf(a), boxOf(b)));
    return neighbours.map((b) => `${a.id}/${b.id}`);
  });
};

describe('the automatic layout', () => {
  it('places all nodes of any graph at whole pixels without overlap', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const places = [...tidyPositions(graph).values()];
        expect(places).toHaveLength(graph.nodes.length);
        expect(places.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y))).toBe(true);
        expect(overlappingPairs(graph)).toEqual([]);
      }),
      { numRuns: caseCount({ usual: 50, thorough: 150 }) },
    );
  });

  it('finishes for parallels that lead into each other', () => {
    const graph = draw(
      'ask:approval -rejected-> b:parallel -branch-> a:parallel -branch-> b',
      'ask -approved-> end',
      'work:http_request -> a',
    );
    expect(tidyPositions(graph).size).toBe(5);
    expect(overlappingPairs(graph)).toEqual([]);
  });

  it.each([
    ['at once', 'fork -yes-> a:delay', 'fork -no-> b:delay'],
    ['drawn the other way round', 'fork -no-> b:delay', 'fork -yes-> a:delay'],
    ['of different length', 'fork -yes-> a:delay -> c:delay', 'fork -no-> b:delay'],
  ])('puts the yes branch left of the no branch: %s', (_name, ...lines) => {
    const places = tidyPositions(draw('start -> fork:condition', ...lines));
    expect(places.get('a')?.x).toBeLessThan(places.get('b')?.x ?? 0);
  });

  it('gives a large graph the same positions without a web worker', async () => {
    const nodes = Array.from({ length: 240 }, (_, index) => `n${index}:delay`);
    const graph = draw(['start', ...nodes, 'end'].join(' -> '));
    expect(await tidyInWorker(graph)).toEqual(tidyPositions(graph));
  });
});

/** Each node follows a free handle of an earlier one; other handles lead to later nodes. */
const buildForwardGraph = (
  types: readonly (typeof kinds)[number][],
  hangs: readonly number[],
  joins: readonly (readonly [number, number])[],
): Graph => {
  const simple = types.map((kind) => (kind === 'parallel' ? 'delay' : kind));
  const { nodes } = draw('n:start', ...simple.map((kind, index) => `n${index}:${kind}`));
  const edges: Graph['edges'] = [];
  const freeHandles: { from: number; handle: string }[] = [{ from: 0, handle: 'next' }];
  const join = (choice: number, to: number) => {
    const [freeHandle] = freeHandles.splice(choice % freeHandles.length, 1);
    const [source, target] = [nodes[freeHandle?.from ?? 0], nodes[to]];
    if (!freeHandle || !source || !target) return;
    edges.push({
      id: `e${edges.length}`,
      source: source.id,
      sourceHandle: freeHandle.handle,
      target: target.id,
    });
  };
  for (const [at, node] of nodes.slice(1).entries()) {
    if (freeHandles.length === 0) return { nodes: nodes.slice(0, at + 1), edges };
    join(hangs[at] ?? 0, at + 1);
    freeHandles.push(...nodeFacts[node.type].handles.map((handle) => ({ from: at + 1, handle })));
  }
  for (const [choice, to] of joins) {
    const freeHandle = freeHandles[choice % Math.max(1, freeHandles.length)];
    const later = freeHandle ? nodes.length - freeHandle.from - 1 : 0;
    if (freeHandle && later > 0)
      join(choice % freeHandles.length, freeHandle.from + 1 + (to % later));
  }
  return { nodes, edges };
};

const nested = blocks.map((block) => drawBlock(block, () => 'https://api.example/').graph);

/** Bots whose ways meet anywhere further down. */
const mergingGraphs = (minLength: number, maxLength: number) =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...kinds), { minLength, maxLength }),
      fc.array(fc.nat(), { minLength: maxLength, maxLength }),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 }),
    )
    .map(([types, hangs, joins]) => buildForwardGraph(types, hangs, joins));
const smallMergingGraphs = mergingGraphs(1, 14);
const largeMergingGraphs = mergingGraphs(8, 25);

const dagreLayoutsOf = (graph: Graph): Graph[] =>
  (['network-simplex', 'longest-path'] as const).map((ranker) => layoutWithDagre(graph, ranker));

const fewestCrossings = (graphs: readonly Graph[]): number =>
  Math.min(...graphs.map((one) => countCrossings(linesOf(one))));

const expectReadable = (originalGraph: Graph) => {
  const graph = tidyGraph(originalGraph);
  const picture = pictureOf(graph);
  expect(misplacedNodes(picture, graph)).toEqual([]);
  expect(arrowsThroughNodes(picture)).toEqual([]);
  expect(overlappingArrows(picture)).toEqual([]);
  expect(misorderedForks(graph)).toEqual([]);
  expect(slantedArrows(picture)).toEqual([]);
};

describe('a tidied graph is readable', () => {
  it.each(libraryBots.map(({ name, graph }) => [name, graph] as const))(
    'from the library: %s',
    (_name, graph) => {
      expectReadable(graph);
      expect(countCrossings(linesOf(tidyGraph(graph)))).toBe(0);
    },
  );

  it('random bots: no arrow passes through a node or name or along another arrow', () => {
    fc.assert(fc.property(fc.oneof(nested, smallMergingGraphs), expectReadable), {
      numRuns: caseCount({ usual: 100, thorough: 300 }),
    });
  });

  it('with an arrow that has to pass beside a node and arrives below it', () => {
    expectReadable(
      draw(
        'start -> d:delay -> a:condition -no-> b:condition -no-> c:condition -yes-> join:condition',
        'a -yes-> e:condition -yes-> join',
        'e -no-> join',
        'b -yes-> f:condition',
        'c -no-> f',
      ),
    );
  });

  it('with an arrow past a deep branch that crosses no other arrow', () => {
    const graph = draw(
      'start -> outer:parallel -branch-> a:delay -> last:merge -> end',
      'outer -branch-> b:delay -> inner:parallel -branch-> deep:parallel',
      'deep -branch-> c:delay -> met:merge -> d:delay -> joined:merge -> last',
      'deep -branch-> e:delay -> met',
      'deep -branch-> f:delay -> met',
      'inner -branch-> fork:condition -yes-> g:delay -> joined',
      'fork -no-> h:delay -> joined',
      'outer -branch-> ask:approval -approved-> last',
    );
    expect(countCrossings(linesOf(tidyGraph(graph)))).toBe(0);
  });

  it('random bots with proper nesting: no arrows cross', () => {
    fc.assert(
      fc.property(nested, (graph) => {
        expect(countCrossings(linesOf(tidyGraph(graph)))).toBe(0);
      }),
      { numRuns: caseCount({ usual: 100, thorough: 300 }) },
    );
  });

  it('random bots: no more crossings than a standard layout with ordered handles', () => {
    fc.assert(
      fc.property(
        fc.oneof(smallMergingGraphs, { arbitrary: largeMergingGraphs, weight: 2 }),
        (graph) => {
          const keeping = dagreLayoutsOf(graph).filter((one) => misorderedForks(one).length === 0);
          fc.pre(keeping.length > 0);
          expect(countCrossings(linesOf(tidyGraph(graph)))).toBeLessThanOrEqual(
            fewestCrossings(keeping),
          );
        },
      ),
      { numRuns: caseCount({ usual: 50, thorough: 150 }) },
    );
  });

  it('fixed sample: at most one crossing more than a standard layout that swaps handles', () => {
    const beyond = fc
      .sample(largeMergingGraphs, { numRuns: 100, seed: 28 })
      .map((graph) => ({ graph, standards: dagreLayoutsOf(graph) }))
      .filter(({ standards }) => standards.every((one) => misorderedForks(one).length > 0))
      .map(
        ({ graph, standards }) =>
          countCrossings(linesOf(tidyGraph(graph))) - fewestCrossings(standards),
      );
    expect(beyond.length).toBeGreaterThan(40);
    expect(Math.max(...beyond)).toBeLessThanOrEqual(1);
  });
});

describe('a graph from a file', () => {
  const graph = draw('start -> fix:http_request -> end');
  const at = (...places: { x: number; y: number }[]): Graph => ({
    ...graph,
    nodes: graph.nodes.map((node, index) => ({
      ...node,
      position: places[index] ?? { x: 0, y: 0 },
    })),
  });
  const [first, last] = [
    { x: 0, y: 0 },
    { x: 500, y: 0 },
  ];

  it('counts as laid out if no nodes overlap, even from left to right', () => {
    expect(isLaidOut(at(first, { x: 250, y: 0 }, last))).toBe(true);
    expect(isLaidOut(at(first, { x: 100, y: 40 }, last))).toBe(false);
    expect(isLaidOut(at())).toBe(false);
    expect(isLaidOut(tidyGraph(at()))).toBe(true);
  });
});
