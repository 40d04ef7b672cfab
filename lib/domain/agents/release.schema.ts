/** The program of agents, as built. */
export type AgentRelease = {
  /** The text of the program: one module without dependencies. */
  program: string;
  /** Its SHA-256 in hexadecimal. */
  sha256: string;
};

/** Reads the program once, and returns the same one afterwards. */
export type ReadAgentRelease = () => Promise<AgentRelease> | AgentRelease;

/** What an installation file is made from. */
export type InstallerInput = {
  agent_id: string;
  /** The URL of the site, from which the agent gets its program and where it enrols. */
  site: string;
  release: AgentRelease;
  /** The id of the key that it enrols or enrolled with. */
  key_id?: string | undefined;
  /** Whether an agent in a cluster is granted the verbs that change something. */
  mayChange: boolean;
};
