import { readyMade, text } from '../ready-made.schema.ts';

const agent = text('agent', 'Agent', 'The id of the agent, such as 225494730938493804.');

const agentAction = (action: string) => ({
  method: 'POST' as const,
  path: `/web/api/v2.1/agents/actions/${action}`,
  body: { filter: { ids: ['{agent}'] } },
  result: '/data',
  // An id without an agent matches none, which SentinelOne reports as a success.
  expects: {
    at: '/data/affected',
    is: 1,
    why: '/errors/0/detail',
    otherwise: 'no agent that this integration may reach has this id',
  },
});

export const sentineloneActions = readyMade('sentinelone', {
  disconnect: {
    name: 'Disconnect a SentinelOne endpoint',
    description: 'Isolates an endpoint: it can reach only the SentinelOne console.',
    needsApproval: true,
    parameters: [agent],
    call: agentAction('disconnect'),
  },
  connect: {
    name: 'Connect a SentinelOne endpoint again',
    description: 'Reconnects a disconnected endpoint to the network.',
    needsApproval: true,
    parameters: [agent],
    call: agentAction('connect'),
  },
  scan: {
    name: 'Scan a SentinelOne endpoint',
    description: 'Begins a full disk scan of an endpoint.',
    parameters: [agent],
    call: agentAction('initiate-scan'),
  },
});
