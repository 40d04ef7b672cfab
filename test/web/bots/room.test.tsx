import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { libraryBots } from '#lib/domain/library/library-bots.ts';
import { tidied } from '#web/components/graph/tidy.ts';
import { boxOf, overlap } from '#web/components/graph/node-size.ts';
import { insert } from '#web/pages/bots/editor/document/insert.ts';

const overlaps = ({ nodes }: Graph): string[] =>
  nodes.flatMap((a, at) =>
    nodes
      .slice(at + 1)
      .filter((b) => overlap(boxOf(a), boxOf(b)))
      .map((b) => `${a.name} over ${b.name}`),
  );

const arrows = libraryBots.flatMap(({ name, graph }) => {
  const tidy = tidied(graph);
  return tidy.edges.map(({ id }) => [`${name}, ${id}`, tidy, id] as const);
});

describe('inserting a node into an arrow of a library bot', () => {
  it.each(arrows)('overlaps no nodes: %s', (_name, graph, into) => {
    const grown = insert(graph, { kind: 'delay', id: 'added', where: { into } });
    expect(grown.nodes).toHaveLength(graph.nodes.length + 1);
    expect(overlaps(grown)).toEqual([]);
  });
});
