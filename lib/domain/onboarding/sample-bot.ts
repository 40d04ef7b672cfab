import type { Graph, NewBot } from '../bots/bot.schema.ts';

type Kind = Graph['nodes'][number]['type'];

const node = (id: string, type: Kind, name: string, y: number, x = 0) => ({
  id,
  type,
  name,
  position: { x, y },
});

const edge = (source: string, target: string, sourceHandle?: string) => ({
  id: `${source}-${target}`,
  source,
  target,
  ...(sourceHandle && { sourceHandle }),
});

const isolation = {
  method: 'POST',
  url: "{% $site.url & '/sample/isolate' %}",
  headers: [{ name: 'content-type', value: 'application/json' }],
  body: "{% {'finding': $event.id, 'hosts': [$nodes.`Ask before isolating`.resources.id]} %}",
};

const question = {
  approvers: [],
  approvals_required: 1,
  expires_in_minutes: 1440,
  message: 'Isolate these hosts? {% $event.title %} (finding {% $event.id %})',
  resources: '{% $event.resources %}',
};

const graph = (listenerId: string): Graph => ({
  nodes: [
    {
      ...node('start', 'start', 'Finding arrives', 0),
      settings: { trigger_type: 'event_driven', listener_id: listenerId },
    },
    {
      ...node('severe', 'condition', 'Is it severe', 144),
      settings: { expression: "{% $event.severity in ['HIGH', 'CRITICAL'] %}" },
    },
    { ...node('ask', 'approval', 'Ask before isolating', 288, -130), settings: question },
    { ...node('isolate', 'http_request', 'Isolate the hosts', 432, -260), settings: isolation },
    { ...node('isolated', 'end', 'Hosts isolated', 576, -260), settings: {} },
    { ...node('ignored', 'end', 'Nothing to do', 288, 130), settings: {} },
    { ...node('kept', 'end', 'Hosts left alone', 432, 0), settings: {} },
  ],
  edges: [
    edge('start', 'severe'),
    edge('severe', 'ask', 'yes'),
    edge('severe', 'ignored', 'no'),
    edge('ask', 'isolate', 'approved'),
    edge('ask', 'kept', 'rejected'),
    edge('isolate', 'isolated'),
  ],
});

/** The bot that a new organisation starts with: a person decides before hosts are changed. */
export const sampleBot = (listenerId: string): NewBot => ({
  name: 'Isolate hosts of severe findings',
  description:
    'A security finding arrives at the sample listener. Severe ones ask for an approval; the ' +
    'approved hosts are then isolated by one HTTP call.',
  category: 'Security',
  importance: 'High',
  graph: graph(listenerId),
});
