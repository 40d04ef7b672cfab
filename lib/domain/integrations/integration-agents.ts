/** What integrations need to know about their agents. */
export type IntegrationAgents = {
  /** The ids of the agents of an integration, and the name of one that is online. */
  list: (tenantId: string, integrationId: string) => Promise<{ ids: string[]; online?: string }>;
  /** The ids of the integrations with an agent whose name contains the text. */
  findByAgentName: (tenantId: string, text: string) => Promise<ReadonlySet<string>>;
  /** Deletes all agents of an integration that is about to be deleted. */
  remove: (tenantId: string, integrationId: string) => Promise<void>;
};
