import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf } from '#lib/domain/bots/node-facts.schema.ts';
import { nameKey } from '../../editor/document/naming.ts';
import { BadCall, formatList, quoteName } from './tool-answer.ts';

/** The node with this id or name. Throws `BadCall`. */
export const resolveNode = ({ nodes }: Graph, name: string): GraphNode => {
  const byId = nodes.find(({ id }) => id === name);
  if (byId) return byId;
  const [found, another] = nodes.filter((node) => nameKey(node.name) === nameKey(name));
  if (another)
    throw new BadCall(`Several nodes are called ${quoteName(name)}: give the id of one.`);
  if (found) return found;
  const existingNames = formatList(nodes.map((node) => quoteName(node.name)));
  throw new BadCall(`There is no node ${quoteName(name)}. There are: ${existingNames}.`);
};

/** The handle with this name, or the only one if none is named. Throws `BadCall`. */
export const resolveHandle = (node: GraphNode, handle: string | undefined): string | undefined => {
  const handles = handlesOf(node);
  if (handles.length === 0) {
    throw new BadCall(
      `${quoteName(node.name)} has no way out: nothing can follow a node of its kind.`,
    );
  }
  if (handle === undefined || handles.includes(handle)) return handle;
  throw new BadCall(
    `${quoteName(node.name)} has no way out ${quoteName(handle)}. ` +
      `Its ways out: ${handles.join(', ')}.`,
  );
};
