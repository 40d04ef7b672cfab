import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { draw as drawLines } from '#test/support/drawing.ts';
import { defaultSettings } from '#web/pages/bots/editor/document/canonical.ts';

/**
 * A graph drawn in lines, as the editor would hold it: a line is a column, a word a row, settings
 * are those of new nodes, and an arrow's id contains its handle (`risky_yes`).
 */
export const draw = (...lines: string[]): Graph => {
  const { nodes, edges } = drawLines(lines.join('\n'));
  const idsByRow = lines.map((line) => line.split(/ -\S*> /).map((word) => word.split(':')[0]));
  const placeOf = (id: string) => {
    const row = idsByRow.findIndex((line) => line.includes(id));
    return { x: row * 300, y: (idsByRow[row]?.indexOf(id) ?? 0) * 200 };
  };
  return {
    nodes: nodes.map((node) => ({
      ...node,
      position: placeOf(node.id),
      settings: defaultSettings(node.type),
    })),
    edges: edges.map((edge) => ({ ...edge, id: `${edge.source}_${edge.sourceHandle ?? 'next'}` })),
  };
};

/** The graph in words: its arrows by the names of their ends, then unconnected nodes. */
export const describeGraph = ({ nodes, edges }: Graph): string[] => {
  const name = (id: string) => nodes.find((node) => node.id === id)?.name ?? `(${id} is missing)`;
  const arrows = edges.map(
    ({ source, sourceHandle, target }) =>
      `${name(source)} -${sourceHandle ? `${sourceHandle}-` : ''}> ${name(target)}`,
  );
  const joined = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const alone = nodes.filter(({ id }) => !joined.has(id)).map((node) => node.name);
  return [...arrows.sort(), ...alone.sort()];
};
