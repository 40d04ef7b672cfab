import { failed, type NodeRules } from './node.ts';

export const notification: NodeRules = { begin: () => failed('This kind of node cannot run yet.') };
