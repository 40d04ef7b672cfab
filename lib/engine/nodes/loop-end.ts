import type { NodeRules } from './node.ts';

/** Its output is written by the loop that it closes, so no run begins it. */
export const loopEnd: NodeRules = { begin: () => ({ type: 'done', handle: 'next' }) };
