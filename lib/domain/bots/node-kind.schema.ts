import { kindFacts } from './kind-facts.schema.ts';

export type NodeKind = keyof typeof kindFacts;

/** The kinds of nodes, in the order in which lists show them. */
export const nodeKinds = Object.keys(kindFacts) as readonly NodeKind[];
