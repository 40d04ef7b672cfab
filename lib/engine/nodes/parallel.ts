import { failed, type NodeRules } from './node.ts';

export const parallel: NodeRules = { begin: () => failed('This kind of node cannot run yet.') };
