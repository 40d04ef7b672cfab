import type { NodeKind } from '#lib/domain/bots/node.schema.ts';

/** Kinds that nothing is to be tried of. */
const inert: ReadonlySet<NodeKind> = new Set(['note', 'start', 'end', 'merge', 'loop_end']);

/** Whether nodes of a kind can be run on their own. */
export const isTestable = (kind: NodeKind): boolean => !inert.has(kind);
