import type * as z from 'zod';
import { graphNode, type Graph, type GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { Edit } from './edit.ts';
import { nameProblem } from './naming.ts';
import { fullPolicy } from './policy.ts';

/** What of a node is edited as JSON: the rest is its place and its identity. */
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

const issueText = ({ path, message }: z.core.$ZodIssue): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`;

/** The node of a JSON value, or what keeps the value from being one. */
export const readNodeJson = (
  graph: Graph,
  { id }: GraphNode,
  value: unknown,
): { node: Editable } | { problem: string } => {
  const { data, error } = editable.safeParse(value);
  if (!data) return { problem: error.issues.map(issueText).join(' ') };
  const problem = nameProblem(graph, id, data.name);
  return problem ? { problem } : { node: data };
};

/** The edits that make the node what the JSON says, in an order that loses nothing. */
export const nodeJsonEdits = ({ id }: GraphNode, next: Editable): Edit[] => [
  { do: 'rename', id, name: next.name },
  { do: 'configure', id, settings: next.settings },
  { do: 'setPolicy', id, policy: fullPolicy(next) },
  { do: 'disable', nodes: [id], disabled: next.disabled ?? false },
  { do: 'pin', id, pinned: next.pinned },
];
