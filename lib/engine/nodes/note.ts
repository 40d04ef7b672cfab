import type { NodeRules } from './node.ts';

/** No arrow leads to a note, so no run reaches it. */
export const note: NodeRules = { begin: () => ({ type: 'done' }) };
