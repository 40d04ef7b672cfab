import { type NodeGroup, nodeGroups } from '#lib/domain/bots/node-fact.schema.ts';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';

/** The kinds by group, in display order; empty groups are left out. */
export const groupKinds = (kinds: readonly NodeKind[]): [NodeGroup, NodeKind[]][] =>
  nodeGroups
    .map((group): [NodeGroup, NodeKind[]] => [
      group,
      kinds.filter((kind) => nodeFacts[kind].group === group),
    ])
    .filter(([, members]) => members.length > 0);

/**
 * The offered kinds whose label or description contains every word of the text, in display order.
 */
export const matchingKinds = (offered: readonly NodeKind[], text: string): NodeKind[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = offered.filter((kind) => {
    const { label, description } = nodeFacts[kind];
    return words.every((word) => `${label} ${description}`.toLowerCase().includes(word));
  });
  return groupKinds(matching).flatMap(([, kinds]) => kinds);
};
