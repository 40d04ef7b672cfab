import { failed, type NodeRules } from './node.ts';

export const pythonCode: NodeRules = { begin: () => failed('This kind of node cannot run yet.') };
