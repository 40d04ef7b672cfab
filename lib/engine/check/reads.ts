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
    const sourceNode = byName.get(name);
    if (!sourceNode) return [];
    const readerLanes = structure.lanesOf(reader.id);
    const hiddenDepth = structure
      .lanesOf(sourceNode.id)
      .findIndex((lane, depth) => lane !== readerLanes[depth]);
    const opener = structure.around(sourceNode.id)[hiddenDepth];
    if (opener === undefined) return [];
    const closerName = structure.closerOf(opener)?.name ?? 'what closes it';
    const prefix = `"${reader.name}" reads the node "${name}", which lies inside of`;
    const openerName = view.find(opener)?.name;
    const message = `${prefix} "${openerName}". Read it from "${closerName}" afterwards.`;
    return [{ node_id: reader.id, message }];
  };

  return view.nodes.flatMap((reader) =>
    textsReadBy(reader).flatMap((text) => {
      const reads = readText(text);
      if ('problem' in reads || reads.nodes === 'all') return [];
      return [...reads.nodes].flatMap((name) => problemWith(reader, name));
    }),
  );
};
