import type { NodeRules } from './node.ts';

/** The most branches at once, which is what one map of the state machine allows. */
const maxBranches = 40;

export const parallel: NodeRules = {
  begin: () => ({ type: 'fork', turns: 'branches', atOnce: maxBranches, most: maxBranches }),
};
