import { failed, type NodeRules } from './node.ts';

export const loop: NodeRules = { begin: () => failed('This kind of node cannot run yet.') };
