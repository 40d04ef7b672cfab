import type { GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import type { GraphView } from '../graph.ts';
import type { Structure } from '../structure.ts';
import { type ReadText, textsReadBy } from './texts.ts';

/**
 * Problems of expressions that read a node inside lanes from outside of them. Results inside lanes
 * are available afterwards only through the output of the closer.
 */
export const readProblems = (
  view: GraphView,
  structure: Structure,
  readText: ReadText,
): Problem[] => {
  const byName = new Map(view.nodes.map((node) => [node.name, node]));

  const problemWith = (reader: GraphNode, name: string): Problem[] => {
    const read = byName.get(name);
    if (!read) return [];
    const own = structure.lanesOf(reader.id);
    const hidden = structure.lanesOf(read.id).findIndex((lane, depth) => lane !== own[depth]);
    const opener = structure.around(read.id)[hidden];
    if (opener === undefined) return [];
    const closer = structure.closerOf(opener)?.name ?? 'what closes it';
    const where = `"${reader.name}" reads the node "${name}", which lies inside of`;
    const message = `${where} "${view.find(opener)?.name}". Read it from "${closer}" afterwards.`;
    return [{ node_id: reader.id, message }];
  };

  return view.nodes.flatMap((reader) =>
    textsReadBy(reader).flatMap((text) => {
      const read = readText(text);
      if ('problem' in read || read.nodes === 'all') return [];
      return [...read.nodes].flatMap((name) => problemWith(reader, name));
    }),
  );
};
