import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  make: async ({ api }) => {
    const { accountId } = await api.integrations.createIntegration({
      cspName: 'kubernetes',
      alias: 'Cluster one',
      groups: ['production'],
      values: {},
    });
    const { agent_id } = await api.agents.createAgent({
      name: 'Cluster agent',
      integration_id: accountId,
      integration_type: 'kubernetes',
    });
    return { cluster_id: accountId, agent_id };
  },
  routes: [
    ['integrations/view/{cluster_id}?ref=agent', 'Cluster one', 'Cluster agent'],
    [
      'integrations/view/{cluster_id}/agents/{agent_id}',
      'Cluster agent',
      'The agent is not installed yet',
    ],
  ],
  lists: {
    'integrations/agents/agents': {
      route: 'integrations/view/{cluster_id}?ref=agent',
      path: 'agents',
      rows: 'agents',
      emptyText: 'No agents',
    },
  },
};
