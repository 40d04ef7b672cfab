/** The types of integrations that have agents. */
export const agentTypes = ['kubernetes', 'linux'] as const;
export type AgentType = (typeof agentTypes)[number];
