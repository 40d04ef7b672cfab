import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';

/** Names are compared without case: names that differ in case only would be confused. */
export const nameKey = (name: string) => name.trim().toLowerCase();

export const namesOf = (graph: Graph): Set<string> =>
  new Set(graph.nodes.map(({ name }) => nameKey(name)));

/** The most letters of a name to which a number is appended. */
const maxStemLength = 94;

const numberedName = /^(.*) \d+$/;

/** The wished name, or with the smallest number from 2 on that makes it unique. */
export const findFreeName = (taken: ReadonlySet<string>, wish: string): string => {
  if (!taken.has(nameKey(wish))) return wish;
  const stem = wish.replace(/ \d+$/, '').slice(0, maxStemLength);
  let number = 2;
  while (taken.has(nameKey(`${stem} ${number}`))) number += 1;
  return `${stem} ${number}`;
};

/** Why a node may not have this name, or undefined. */
export const nameProblem = (graph: Graph, id: string, name: string): string | undefined => {
  if (nameKey(name) === '') return 'Enter a name.';
  if (name.trim().length > 100) return 'The name can have at most 100 characters.';
  const taken = graph.nodes.some((node) => node.id !== id && nameKey(node.name) === nameKey(name));
  return taken ? 'Another node has this name. Expressions read nodes by their names.' : undefined;
};

/** Whether a name was generated from one of these wishes. */
const isGeneratedName = (name: string, wishes: readonly string[]): boolean =>
  wishes.some(
    (wish) => name === wish || numberedName.exec(name)?.[1] === wish.slice(0, maxStemLength),
  );

/**
 * The name of a node whose function has changed: undefined if it has a name of its own, which was
 * not generated from `before`.
 */
export const regeneratedName = (
  graph: Graph,
  { id, name }: GraphNode,
  { before, wish }: { before: readonly string[]; wish: string },
): string | undefined => {
  if (!isGeneratedName(name, before)) return undefined;
  const others = graph.nodes.filter((node) => node.id !== id);
  return findFreeName(
    new Set(others.map((node) => nameKey(node.name))),
    wish.slice(0, maxStemLength),
  );
};
