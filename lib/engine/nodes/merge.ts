import type { NodeRules } from './node.ts';

/** Its output is written by the parallel that it closes, so no run begins it. */
export const merge: NodeRules = { begin: () => ({ type: 'done', handle: 'next' }) };
