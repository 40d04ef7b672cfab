import type { NodeRules } from './node.ts';

/** As many branches at once as one map of the state machine allows. */
const atOnce = 40;

export const parallel: NodeRules = {
  begin: () => ({ type: 'fork', turns: 'branches', atOnce, most: atOnce }),
};
