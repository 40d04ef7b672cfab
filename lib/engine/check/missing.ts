import type { GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import { type ReadText, textsReadBy } from './texts.ts';

const maxNamesShown = 8;

/** The available names; of many, the first few and a count. */
export const namesText = (names: readonly string[]): string => {
  const suffix = names.length > maxNamesShown ? ` and ${names.length - maxNamesShown} more` : '';
  return `${names.slice(0, maxNamesShown).join(', ')}${suffix}`;
};

/** Why the output of the node `name` has no value at a path; undefined where it may have one. */
export type WhyMissing = (name: string, path: readonly string[]) => string | undefined;

/** Problems of expressions that read what the output of a node does not have. */
export const missingProblems = (
  nodes: readonly GraphNode[],
  readText: ReadText,
  whyMissing: WhyMissing,
): Problem[] => {
  const problemsOf = (reader: GraphNode, text: string): Problem[] => {
    const reads = readText(text);
    if ('problem' in reads) return [];
    return reads.paths.flatMap(([variable, name = '', ...path]) => {
      const reason = variable === 'nodes' ? whyMissing(name, path) : undefined;
      if (reason === undefined) return [];
      return [{ node_id: reader.id, message: `"${reader.name}" reads a missing value: ${reason}` }];
    });
  };
  return nodes.flatMap((reader) => textsReadBy(reader).flatMap((text) => problemsOf(reader, text)));
};
