import { failed, type NodeRules } from './node.ts';

export const merge: NodeRules = { begin: () => failed('This kind of node cannot run yet.') };
