import type { Action } from '../actions/definition.schema.ts';
import type { Graph, GraphNode } from './bot.schema.ts';
import { isPassedBy, ofActing, type OfActing } from './node-facts.schema.ts';
import { nodeSettings } from './node.schema.ts';
import { askedModel } from './nodes/model-setting.schema.ts';
import { notificationSettings } from './nodes/notification.schema.ts';
import type { OutsideCall } from './outside-calls.schema.ts';
import { usedSettings } from './settings.rules.ts';

type FindAction = (id: string) => Action | undefined;
type Settings = GraphNode['settings'];

/** The host of an address that is fixed as far as that, however the rest of it is found out. */
const hostIn = (url: string): string => {
  const [, place = ''] = /^https?:\/\/([^/?#]*)/i.exec(url.trim()) ?? [];
  const host = place.slice(place.lastIndexOf('@') + 1).toLowerCase();
  return host === '' || host.includes('{') ? 'any' : host;
};

type Call = Omit<OutsideCall, 'integration_id'>;

const through = (integration_id: string | undefined, call: Call): OutsideCall => ({
  ...(integration_id !== undefined && { integration_id }),
  ...call,
});

const callsOfRequest = (settings: Settings): OutsideCall[] => {
  const { data } = nodeSettings.http_request.safeParse(settings);
  if (!data) return [];
  const { method, url, integration } = data;
  const isPath = integration !== undefined && url.trim().startsWith('/');
  return [through(integration?.id, { method, host: isPath ? 'default' : hostIn(url) })];
};

const callsOfAction = (settings: Settings, find: FindAction): OutsideCall[] => {
  const { data } = nodeSettings.rest_api_action.safeParse(settings);
  const action = data && find(data.action);
  if (!action) return [];
  const id = data.integration?.id;
  switch (action.executable_type) {
    case 'rest': {
      const { method, path } = action.call;
      const host = path.startsWith('https:') ? hostIn(path) : 'default';
      return [through(id, { method, host })];
    }
    case 'python':
      return action.call.clients.map(({ name, read_only }) =>
        through(data.clients[name]?.id, { method: read_only ? 'GET' : 'any', host: 'default' }),
      );
    case 'sql':
      return [through(id, { method: 'SELECT', host: 'default' })];
    case 'agent':
      return [through(id, { method: action.call.kind, host: 'agent' })];
    default:
      return [];
  }
};

const toldBy = notificationSettings.shape;

/** What Cloudwarden mails itself leaves by no integration, and what SES sends is a call of AWS. */
const callsOfNotice = (settings: Settings): OutsideCall[] => {
  const { mail_server, integration } = usedSettings('notification', settings);
  const server = toldBy.mail_server.safeParse(mail_server).data;
  const chat = toldBy.integration.safeParse(integration).data;
  if (server?.id !== undefined && server.type !== 'aws_ses') {
    return [through(server.id, { method: 'SMTP', host: 'default' })];
  }
  return chat?.id === undefined ? [] : [through(chat.id, { method: 'POST', host: 'default' })];
};

/** What a model is asked holds data of the run. One of Bedrock is asked by a call of AWS. */
const callsOfQuestion = (settings: Settings): OutsideCall[] => {
  const { data } = askedModel.safeParse(settings);
  const { type, id } = data?.integration ?? {};
  if (type === undefined || type === 'bedrock') return [];
  return [through(id, { method: 'ask', host: 'model' })];
};

const callsOfAgent = (settings: Settings, find: FindAction): OutsideCall[] => {
  const { data } = nodeSettings.ai_agent.safeParse(settings);
  const tools = data?.agent_toolkit ?? [];
  const ofServers = (data?.agent_mcp_tools ?? []).map(({ integration, accepted }) =>
    through(integration?.id, { method: accepted?.name ?? '', host: 'mcp' }),
  );
  const called = tools.flatMap((tool) => callsOfAction(tool, find));
  return [...callsOfQuestion(settings), ...called, ...ofServers];
};

/** A live query of a cluster is a job of its agents; of other clouds their readers call. */
const callsOfQuery = (settings: Settings): OutsideCall[] => {
  const { data } = nodeSettings.steampipe_query.safeParse(settings);
  if (data?.mode !== 'live' || data.integration_type !== 'kubernetes') return [];
  return data.integrations.flatMap(({ id }) =>
    id === undefined ? [] : [through(id, { method: 'kubernetes.snapshot', host: 'agent' })],
  );
};

const calls: OfActing<(settings: Settings, find: FindAction) => OutsideCall[]> = {
  http_request: callsOfRequest,
  rest_api_action: callsOfAction,
  ai_condition: callsOfQuestion,
  ai_agent: callsOfAgent,
  steampipe_query: callsOfQuery,
  notification: callsOfNotice,
  // It runs without a network.
  python_code: () => [],
};

const callsOfNode = ({ type, settings }: GraphNode, find: FindAction): OutsideCall[] =>
  ofActing(calls, type)?.(settings, find) ?? [];

const keyOf = ({ integration_id = '', method, host }: OutsideCall): string =>
  `${host} ${method} ${integration_id}`;

/** What the nodes of a graph call besides AWS: each once, in the order of hosts. */
export const outsideCallsOf = ({ nodes }: Graph, find: FindAction): OutsideCall[] => {
  const all = nodes
    .filter((node) => !isPassedBy(node))
    .flatMap((node) => callsOfNode(node, find));
  const byKey = new Map(all.map((one) => [keyOf(one), one]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
};

/** The calls that one version makes and another did not. */
export const addedCalls = <Made extends OutsideCall>(
  now: readonly Made[],
  before: readonly OutsideCall[],
): Made[] => {
  const known = new Set(before.map(keyOf));
  return now.filter((one) => !known.has(keyOf(one)));
};

/** `POST api.example.com with Tickets`; `alias` is what people call the integration. */
export const callText = ({ integration_id, method, host }: OutsideCall, alias?: string): string => {
  const name = alias ?? 'an integration that was deleted';
  if (host === 'agent') return `${method} by an agent of ${name}`;
  if (host === 'mcp') return `The tool ${method} of ${name}`;
  if (host === 'model') return `Questions to a model of ${name}`;
  const what = method === 'any' ? 'Any call of' : method;
  const hosts: Record<string, string> = {
    any: integration_id === undefined ? 'any address' : 'an address found out in the run',
    default: 'its address',
  };
  const where = hosts[host] ?? host;
  return integration_id === undefined
    ? `${what} ${where}, without an integration`
    : `${what} ${where} with ${name}`;
};
