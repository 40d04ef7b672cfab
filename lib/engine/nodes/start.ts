import type { NodeRules } from './node.ts';

/** The payload that `$nodes.<start>` yields stays where the trigger has it. */
export const start: NodeRules = { begin: () => ({ type: 'done', handle: 'next' }) };
