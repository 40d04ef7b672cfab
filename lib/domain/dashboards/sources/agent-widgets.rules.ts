import { pathTo } from '#lib/pages.ts';
import { isOnline } from '../../agents/agent.rules.ts';
import type { Agent } from '../../agents/agent.schema.ts';
import type { WidgetData } from '../widgets/data.schema.ts';

/** How many agents are listed, silent ones first. */
const maxAgents = 50;

const stateOf = (agent: Agent, now: number): { state: string; rank: number } => {
  if (agent.status === 'REGISTRATION_IN_PROGRESS') return { state: 'Not enrolled', rank: 1 };
  return isOnline(agent, now) ? { state: 'Online', rank: 2 } : { state: 'Offline', rank: 0 };
};

const meanings = ['critical', 'neutral', 'positive'] as const;

/** The agents with their state and when they were last heard from. */
export const agentsHealth = (agents: readonly Agent[], now: number): WidgetData => {
  const agentStates = agents
    .map((agent) => ({ agent, ...stateOf(agent, now) }))
    .sort((a, b) => a.rank - b.rank || (a.agent.name < b.agent.name ? -1 : 1));
  return {
    kind: 'table',
    columns: [
      { name: 'Agent', kind: 'text' },
      { name: 'State', kind: 'state' },
      { name: 'Last seen', kind: 'ago' },
      { name: 'Version', kind: 'text' },
    ],
    rows: agentStates.slice(0, maxAgents).map(({ agent, state, rank }) => ({
      cells: [agent.name, state, agent.last_claim_at ?? null, agent.version ?? null],
      ...(meanings[rank] && { meaning: meanings[rank] }),
      link: pathTo('agent', { accountId: agent.integration_id, agent_id: agent._id }),
    })),
    ...(agentStates.length > maxAgents && {
      notes: [`The first ${maxAgents} of ${agentStates.length}.`],
    }),
  };
};
