import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeSettings, type NodeKind } from '#lib/domain/bots/node.schema.ts';
import { defaultSettings } from '#web/pages/bots/editor/canonical.ts';

const isKind = (text: string): text is NodeKind => text in nodeSettings;

const nodeOf = (word: string, position: GraphNode['position']): GraphNode => {
  const [id = word, kind = word] = word.split(':');
  if (!isKind(kind)) throw new Error(`No such kind of node: ${kind}`);
  return { id, type: kind, name: id, position, settings: defaultSettings(kind) };
};

/**
 * A graph from lines such as `start -> ask:approval -approved-> end`: words are ids, with the kind
 * behind a colon where they differ.
 */
export const draw = (...lines: string[]): Graph => {
  const nodes = new Map<string, GraphNode>();
  const edges: Graph['edges'] = [];
  lines.forEach((line, row) => {
    const words = line.split(/ -(?:(\w+)-)?> /);
    const ids = words.filter((_, index) => index % 2 === 0).map((word, column) => {
      const [id = word] = word.split(':');
      const position = { x: column * 300, y: row * 200 };
      if (!nodes.has(id)) nodes.set(id, nodeOf(word, position));
      return id;
    });
    ids.slice(1).forEach((target, index) => {
      const sourceHandle = words[index * 2 + 1];
      const source = ids[index] ?? '';
      const id = `${source}_${sourceHandle ?? 'next'}`;
      edges.push({ id, source, ...(sourceHandle && { sourceHandle }), target });
    });
  });
  return { nodes: [...nodes.values()], edges };
};

/** The graph read back: its arrows by the names of their ends, then what stands alone. */
export const read = ({ nodes, edges }: Graph): string[] => {
  const name = (id: string) => nodes.find((node) => node.id === id)?.name ?? `(${id} is missing)`;
  const arrows = edges.map(
    ({ source, sourceHandle, target }) =>
      `${name(source)} -${sourceHandle ? `${sourceHandle}-` : ''}> ${name(target)}`,
  );
  const joined = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const alone = nodes.filter(({ id }) => !joined.has(id)).map((node) => node.name);
  return [...arrows.sort(), ...alone.sort()];
};
