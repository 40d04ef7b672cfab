/** The version of the program of agents: raise it with every change of `agent/`. */
export const agentVersion = '1.1.1';
