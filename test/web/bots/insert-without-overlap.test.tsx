import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { libraryBots } from '#lib/domain/library/library-bots.ts';
import { tidyGraph } from '#web/components/graph/tidy.ts';
import { boxOf, isTooClose } from '#web/components/graph/node-size.ts';
import { insert } from '#web/pages/bots/editor/document/insert.ts';

const overlappingPairs = ({ nodes }: Graph): string[] =>
  nodes.flatMap((a, at) =>
    nodes
      .slice(at + 1)
      .filter((b) => isTooClose(boxOf(a), boxOf(b)))
      .map((b) => `${a.name} over ${b.name}`),
  );

const arrows = libraryBots.flatMap(({ name, graph }) => {
  const tidy = tidyGraph(graph);
  return tidy.edges.map(({ id }) => [`${name}, ${id}`, tidy, id] as const);
});

describe('inserting a node into an arrow of a library bot', () => {
  it.each(arrows)('overlaps no nodes: %s', (_name, graph, into) => {
    const updatedGraph = insert(graph, { kind: 'delay', id: 'added', insertPoint: { into } });
    expect(updatedGraph.nodes).toHaveLength(graph.nodes.length + 1);
    expect(overlappingPairs(updatedGraph)).toEqual([]);
  });
});
