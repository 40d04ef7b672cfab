import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodePolicy, type NodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';

const defaults = nodePolicy.parse({});
const defaultEntries = new Map<string, unknown>(Object.entries(defaults));

/** A node's policy with defaults for everything that it does not set. */
export const fullPolicy = ({ policy }: Pick<GraphNode, 'policy'>): NodePolicy => ({
  ...defaults,
  ...policy,
});

/** The policy as stored in a graph: undefined if it equals the defaults. */
export const ownPolicy = (policy: NodePolicy): NodePolicy | undefined => {
  const isDefault = Object.entries(policy).every(
    ([name, value]) => value === defaultEntries.get(name),
  );
  return isDefault ? undefined : policy;
};
