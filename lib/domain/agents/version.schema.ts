/**
 * The version of the program of agents: raise it with every change of `agent/`, or nobody is told
 * to bring theirs up to date. `test/agent/size.test.ts` knows the program that it stands for.
 */
export const agentVersion = '1.1.2';
