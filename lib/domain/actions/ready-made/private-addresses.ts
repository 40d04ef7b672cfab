import { type AgentType, agentTypes } from '../../agents/agent-platform.schema.ts';
import { list, longText, oneOf, optional, readyMadeAgent, text } from '../ready-made.schema.ts';

const agent = optional(
  text('agent', 'Agent', 'The name of the agent that sends the request. If empty, any agent.'),
);
const url = text(
  'url',
  'Address',
  'The full URL: http://10.0.0.7:8080/health. The settings of the agent must allow its host.',
);
const headers = optional(list('headers', 'Headers', 'As Name: value, one per line.'));

const agentPhrases: Record<AgentType, string> = {
  kubernetes: 'an agent in a cluster',
  linux: 'an agent on a host',
};

/** Calls to addresses that only an agent can reach, in clusters and on hosts. */
export const privateAddressActions = agentTypes.flatMap((type) =>
  readyMadeAgent(type, {
    read_address: {
      name: `Read a private address through ${agentPhrases[type]}`,
      description:
        'Sends a GET to an address that only the agent reaches; reads the status and up to 1 MiB.',
      parameters: [agent, url, headers],
      call: {
        agent: '{agent}',
        kind: 'http',
        args: { method: 'GET', url: '{url}', headers: '{headers}' },
      },
    },
    call_address: {
      name: `Call a private address through ${agentPhrases[type]}`,
      description: 'Sends a request to an address that only the agent reaches.',
      needsApproval: true,
      parameters: [
        agent,
        oneOf(['POST', 'PUT', 'PATCH', 'DELETE'], text('method', 'Method', 'The HTTP method.')),
        url,
        headers,
        optional(longText('body', 'Body', 'Sent as it is. Set its Content-Type in the headers.')),
      ],
      call: {
        agent: '{agent}',
        kind: 'http',
        args: { method: '{method}', url: '{url}', headers: '{headers}', body: '{body}' },
      },
    },
  }),
);
