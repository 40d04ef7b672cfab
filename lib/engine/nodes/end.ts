import type { NodeRules } from './node.ts';

export const end: NodeRules = { begin: () => ({ type: 'done' }) };
