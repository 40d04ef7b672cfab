/** The program of agents as the build made it. */
export type AgentRelease = {
  /** The text of the program: one module without dependencies. */
  program: string;
  /** Its SHA-256 in hexadecimal. */
  sha256: string;
};

/** Reads it, once. */
export type ReadAgentRelease = () => Promise<AgentRelease> | AgentRelease;

/** What an installation is made of. */
export type Installation = {
  agent_id: string;
  /** Where the agent enrols. */
  site: string;
  release: AgentRelease;
  /** The id of the key that it enrols with, or did. */
  key_id?: string | undefined;
  /** Whether an agent in a cluster is given the verbs that change something. */
  mayChange: boolean;
};
