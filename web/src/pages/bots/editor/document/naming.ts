import type { Graph } from '#lib/domain/bots/bot.schema.ts';

/**
 * Names are compared without case: two nodes that differ in case only would be taken for each
 * other.
 */
export const nameKey = (name: string) => name.trim().toLowerCase();

export const namesOf = (graph: Graph): Set<string> =>
  new Set(graph.nodes.map(({ name }) => nameKey(name)));

/** The wish, or the wish with the smallest number from 2 on that makes it unique. */
export const freeName = (taken: ReadonlySet<string>, wish: string): string => {
  if (!taken.has(nameKey(wish))) return wish;
  const stem = wish.replace(/ \d+$/, '').slice(0, 94);
  let number = 2;
  while (taken.has(nameKey(`${stem} ${number}`))) number += 1;
  return `${stem} ${number}`;
};

/** Why a node may not have this name, or nothing. */
export const nameProblem = (graph: Graph, id: string, name: string): string | undefined => {
  if (nameKey(name) === '') return 'Enter a name.';
  if (name.trim().length > 100) return 'The name has at most 100 characters.';
  const taken = graph.nodes.some((node) => node.id !== id && nameKey(node.name) === nameKey(name));
  return taken ? 'Another node has this name. Expressions read nodes by their names.' : undefined;
};
