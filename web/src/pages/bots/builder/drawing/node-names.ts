import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf } from '#lib/domain/bots/node-facts.schema.ts';
import { nameKey } from '../../editor/document/naming.ts';
import { BadCall, listed, told } from './tool-answer.ts';

/** The node with this id or name. Throws `BadCall`. */
export const nodeNamed = ({ nodes }: Graph, name: string): GraphNode => {
  const byId = nodes.find(({ id }) => id === name);
  if (byId) return byId;
  const [found, another] = nodes.filter((node) => nameKey(node.name) === nameKey(name));
  if (another) throw new BadCall(`Several nodes are called ${told(name)}: give the id of one.`);
  if (found) return found;
  throw new BadCall(
    `There is no node ${told(name)}. There are: ${listed(nodes.map((node) => told(node.name)))}.`,
  );
};

/** The handle with this name, or the only one if none is named. Throws `BadCall`. */
export const wayOf = (node: GraphNode, way: string | undefined): string | undefined => {
  const ways = handlesOf(node);
  if (ways.length === 0) {
    throw new BadCall(`${told(node.name)} has no way out: nothing follows a node of its kind.`);
  }
  if (way === undefined || ways.includes(way)) return way;
  throw new BadCall(`${told(node.name)} has no way ${told(way)}. It has: ${ways.join(', ')}.`);
};
