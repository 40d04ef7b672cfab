/**
 * The version of the program of agents. Raise it with every change of `agent/`, or agents are not
 * reported as outdated. `test/agent/size.test.ts` checks the program against it.
 */
export const agentVersion = '1.1.5';
