/** The types of integrations that agents work for. */
export const agentTypes = ['kubernetes', 'linux'] as const;
export type AgentType = (typeof agentTypes)[number];
