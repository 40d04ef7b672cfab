import { placeKinds } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kind.schema.ts';

/** Whether nodes of a kind can be tested on their own. */
export const isTestable = (kind: NodeKind): boolean => !placeKinds.has(kind);
