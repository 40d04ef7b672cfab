import type * as z from 'zod';
import { type Graph, graphNode, type GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { Edit } from './edit.ts';
import { nameProblem } from './naming.ts';
import { fullPolicy } from './policy.ts';

/** The part of a node that is edited as JSON, without its position and id. */
const editable = graphNode.pick({
  name: true,
  settings: true,
  policy: true,
  disabled: true,
  pinned: true,
});

type Editable = z.output<typeof editable>;

export const nodeJson = (node: GraphNode): Editable => {
  const { name, settings, policy, disabled, pinned } = node;
  return {
    name,
    settings,
    ...(policy && { policy }),
    ...(disabled && { disabled }),
    ...(pinned && { pinned }),
  };
};

const schemaIssueText = ({ path, message }: z.core.$ZodIssue): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`;

/** The node from a JSON value, or why the value is invalid. */
export const readNodeJson = (
  graph: Graph,
  { id }: GraphNode,
  value: unknown,
): { node: Editable } | { problem: string } => {
  const { data, error } = editable.safeParse(value);
  if (!data) return { problem: error.issues.map(schemaIssueText).join(' ') };
  const problem = nameProblem(graph, id, data.name);
  return problem ? { problem } : { node: data };
};

/** The edits that turn the node into the JSON's, in an order that loses nothing. */
export const nodeJsonEdits = ({ id }: GraphNode, next: Editable): Edit[] => [
  { do: 'rename', id, name: next.name },
  { do: 'configure', id, settings: next.settings },
  { do: 'setPolicy', id, policy: fullPolicy(next) },
  { do: 'disable', nodes: [id], disabled: next.disabled ?? false },
  { do: 'pin', id, pinned: next.pinned },
];
