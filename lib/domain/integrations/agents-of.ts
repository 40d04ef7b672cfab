/** The agents of integrations, as far as integrations need to know of them. */
export type AgentsOf = {
  /** Their ids, and the name of one that asked for work a moment ago. */
  list: (tenantId: string, integrationId: string) => Promise<{ ids: string[]; online?: string }>;
  /** The integrations with an agent whose name holds the text. */
  named: (tenantId: string, text: string) => Promise<ReadonlySet<string>>;
  /** Deletes all of one integration, before it is deleted itself. */
  remove: (tenantId: string, integrationId: string) => Promise<void>;
};
