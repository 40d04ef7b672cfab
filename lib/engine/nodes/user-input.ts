import { failed, type NodeRules } from './node.ts';

export const userInput: NodeRules = { begin: () => failed('This kind of node cannot run yet.') };
