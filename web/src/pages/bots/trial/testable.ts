import { markerKinds } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';

/** Whether nodes of a kind can be tested on their own. */
export const isTestable = (kind: NodeKind): boolean => !markerKinds.has(kind);
