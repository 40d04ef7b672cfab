import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';

/** Names are compared without case: names that differ in case only would be confused. */
export const nameKey = (name: string) => name.trim().toLowerCase();

export const namesOf = (graph: Graph): Set<string> =>
  new Set(graph.nodes.map(({ name }) => nameKey(name)));

/** The most letters of a name to which a number is appended. */
const maxStemLength = 94;

const numberedName = /^(.*) \d+$/;

/** The desired name, or with the smallest number from 2 on that makes it unique. */
export const findFreeName = (takenNames: ReadonlySet<string>, desiredName: string): string => {
  if (!takenNames.has(nameKey(desiredName))) return desiredName;
  const stem = desiredName.replace(/ \d+$/, '').slice(0, maxStemLength);
  let number = 2;
  while (takenNames.has(nameKey(`${stem} ${number}`))) number += 1;
  return `${stem} ${number}`;
};

/** Why a node may not have this name, or undefined. */
export const nameProblem = (graph: Graph, id: string, name: string): string | undefined => {
  if (nameKey(name) === '') return 'Enter a name.';
  if (name.trim().length > 100) return 'The name can have at most 100 characters.';
  const isTaken = graph.nodes.some(
    (node) => node.id !== id && nameKey(node.name) === nameKey(name),
  );
  return isTaken ? 'Another node has this name. Expressions read nodes by their names.' : undefined;
};

/** Whether a name was generated from one of these desired names. */
const isGeneratedName = (name: string, desiredNames: readonly string[]): boolean =>
  desiredNames.some(
    (desiredName) =>
      name === desiredName || numberedName.exec(name)?.[1] === desiredName.slice(0, maxStemLength),
  );

/**
 * The name of a node whose function has changed: undefined if it has a name of its own, which was
 * not generated from `previousNames`.
 */
export const regeneratedName = (
  graph: Graph,
  { id, name }: GraphNode,
  { previousNames, desiredName }: { previousNames: readonly string[]; desiredName: string },
): string | undefined => {
  if (!isGeneratedName(name, previousNames)) return undefined;
  const otherNodes = graph.nodes.filter((node) => node.id !== id);
  return findFreeName(
    new Set(otherNodes.map((node) => nameKey(node.name))),
    desiredName.slice(0, maxStemLength),
  );
};
