import { type AgentType, agentTypes } from '../../agents/agent-platform.schema.ts';
import { list, longText, oneOf, optional, readyMadeAgent, text } from '../ready-made.schema.ts';

const agent = optional(
  text('agent', 'Agent', 'The name of the agent that is to call; any of them where it is empty.'),
);
const url = text(
  'url',
  'Address',
  'Whole: http://10.0.0.7:8080/health. The settings of the agent name its host.',
);
const headers = optional(list('headers', 'Headers', 'As Name: value, one per line.'));

const through: Record<AgentType, string> = {
  kubernetes: 'an agent in a cluster',
  linux: 'an agent on a host',
};

/** Calls to addresses that only an agent can reach, in clusters and on hosts. */
export const privateAddressActions = agentTypes.flatMap((type) =>
  readyMadeAgent(type, {
    read_address: {
      name: `Read a private address through ${through[type]}`,
      description:
        'Gets what an address answers that only the agent reaches: its status, and up to 1 MiB.',
      parameters: [agent, url, headers],
      call: {
        agent: '{agent}',
        kind: 'http',
        args: { method: 'GET', url: '{url}', headers: '{headers}' },
      },
    },
    call_address: {
      name: `Call a private address through ${through[type]}`,
      description: 'Sends a request to an address that only the agent reaches.',
      asks: true,
      parameters: [
        agent,
        oneOf(['POST', 'PUT', 'PATCH', 'DELETE'], text('method', 'Method', 'Of the request.')),
        url,
        headers,
        optional(longText('body', 'Body', 'As it is sent; say what it is in the headers.')),
      ],
      call: {
        agent: '{agent}',
        kind: 'http',
        args: { method: '{method}', url: '{url}', headers: '{headers}', body: '{body}' },
      },
    },
  }),
);
