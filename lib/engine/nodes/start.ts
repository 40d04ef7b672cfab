import type { NodeRules } from './node.ts';

/** The payload that `$nodes.<start>` yields is stored with the trigger, not as its output. */
export const start: NodeRules = { begin: () => ({ type: 'done', handle: 'next' }) };
