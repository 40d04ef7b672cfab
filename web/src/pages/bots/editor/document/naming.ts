import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';

/**
 * Names are compared without case: two nodes that differ in case only would be taken for each
 * other.
 */
export const nameKey = (name: string) => name.trim().toLowerCase();

export const namesOf = (graph: Graph): Set<string> =>
  new Set(graph.nodes.map(({ name }) => nameKey(name)));

/** Letters that are left of a wish where a number is put behind it. */
const mostStem = 94;

const freeNumber = /^(.*) \d+$/;

/** The wish, or the wish with the smallest number from 2 on that makes it unique. */
export const freeName = (taken: ReadonlySet<string>, wish: string): string => {
  if (!taken.has(nameKey(wish))) return wish;
  const stem = wish.replace(/ \d+$/, '').slice(0, mostStem);
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

/** Whether a name is one that was given to a node with one of these wishes. */
const isGiven = (name: string, wishes: readonly string[]): boolean =>
  wishes.some((wish) => name === wish || freeNumber.exec(name)?.[1] === wish.slice(0, mostStem));

/**
 * The name of a node that has come to do something else: undefined where it keeps its own, which
 * is none of `before`.
 */
export const nameAfter = (
  graph: Graph,
  { id, name }: GraphNode,
  { before, wish }: { before: readonly string[]; wish: string },
): string | undefined => {
  if (!isGiven(name, before)) return undefined;
  const others = graph.nodes.filter((node) => node.id !== id);
  return freeName(new Set(others.map((node) => nameKey(node.name))), wish.slice(0, mostStem));
};
