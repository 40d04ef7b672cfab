import { agentRoutes } from '#lib/domain/agents/agent.routes.ts';
import { client } from './client.ts';

export const agents = client(agentRoutes);
