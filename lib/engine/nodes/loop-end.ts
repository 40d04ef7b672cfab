import type { NodeRules } from './node.ts';

/** The loop that it closes gives it its output, so that no run begins it. */
export const loopEnd: NodeRules = { begin: () => ({ type: 'done', handle: 'next' }) };
