import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { nodePolicy, type NodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';

type Settings = Record<string, Record<string, unknown>>;

/** An action that needs no approval, and an integration of its type. */
export const aReading = {
  action: 'okta.get_user',
  integration: { type: 'okta', id: `int_${'0'.repeat(32)}` },
  parameters: { user: 'ada@example.com' },
};

/** A question to a model, and the integration that answers it. */
export const aQuestion = {
  integration: { type: 'openai', id: `int_${'0'.repeat(32)}` },
  question: 'Is this a threat?',
  data: '{% $event %}',
};

/** A task for a model, and the integration that works on it. */
export const aTask = {
  integration: { type: 'openai', id: `int_${'0'.repeat(32)}` },
  task: 'Find out what happened.',
};

/** Default settings by kind, so that a node drawn without settings can run. */
export const defaultSettings: Partial<Record<NodeKind, Record<string, unknown>>> = {
  condition: { expression: '{% true %}' },
  ai_condition: aQuestion,
  ai_agent: aTask,
  delay: { seconds: 60 },
  approval: { message: 'May it?' },
  http_request: { url: 'https://api.example.com/' },
  rest_api_action: aReading,
};

const isKind = (text: string): text is NodeKind => Object.hasOwn(nodeSettings, text);

/** Parses `ask:approval`, `end` for the kind itself, or the id of a node drawn before. */
const kindOf = (token: string, nodes: ReadonlyMap<string, GraphNode>): NodeKind => {
  const [id = '', kind = id] = token.split(':');
  const found = nodes.get(id)?.type ?? kind;
  if (!isKind(found)) throw new Error(`"${token}" is drawn without a kind: write ${id}:<kind>.`);
  return found;
};

/** An unnamed arrow uses its node's only handle. */
const sourceHandleOf = (from: GraphNode | undefined, handleName: string | undefined) => {
  const [firstHandle = 'next', ...otherHandles] = from ? nodeFacts[from.type].handles : [];
  const sourceHandle = handleName ?? (otherHandles.length === 0 ? firstHandle : 'next');
  return sourceHandle === 'next' ? {} : { sourceHandle };
};

const arrow = /\s+-(?:(\w+)-)?>\s+/;

/**
 * A bot's graph from a drawing, one way per line:
 *
 *     start -> risky:condition -yes-> ask:approval -approved-> fix:http_request -> end
 *     risky -no-> quiet:end
 *
 * A node's id is also its name. Settings are passed separately, by name.
 */
export const draw = (drawing: string, settings: Settings = {}): Graph => {
  const nodes = new Map<string, GraphNode>();
  const edges: Graph['edges'] = [];
  const addNode = (token: string): string => {
    const type = kindOf(token, nodes);
    const [id = ''] = token.split(':');
    const ownSettings = settings[id] ?? defaultSettings[type] ?? {};
    const position = { x: nodes.size * 200, y: 0 };
    if (!nodes.has(id)) nodes.set(id, { id, type, name: id, position, settings: ownSettings });
    return id;
  };
  for (const line of drawing.split('\n').filter((one) => one.trim() !== '')) {
    const [first = '', ...rest] = line.trim().split(arrow);
    let source = addNode(first);
    for (let at = 0; at < rest.length; at += 2) {
      const target = addNode(rest[at + 1] ?? '');
      const handleFields = sourceHandleOf(nodes.get(source), rest[at]);
      edges.push({ id: `e${edges.length}`, source, target, ...handleFields });
      source = target;
    }
  }
  return { nodes: [...nodes.values()], edges };
};

const arrowOf = (handle: string | undefined): string =>
  handle === undefined || handle === 'next' ? '->' : `-${handle}->`;

/**
 * A run as a drawing: the way it took, the status of each node that did not succeed, then the run's
 * status: `start -> risky -yes-> ask (CANCELLED): CANCELLED`.
 */
export const drawRun = (graph: Graph, run: Execution): string => {
  const steps: string[] = [];
  let node = graph.nodes.find(({ type }) => type === 'start');
  while (node) {
    const { id } = node;
    const result = run.results[id];
    if (!result) break;
    steps.push(result.status === 'SUCCEEDED' ? id : `${id} (${result.status})`);
    const edge = graph.edges.find(
      (one) => one.source === id && (one.sourceHandle ?? 'next') === result.handle,
    );
    node = graph.nodes.find((one) => one.id === edge?.target);
    if (node && run.results[node.id]) steps.push(arrowOf(result.handle));
  }
  return `${steps.join(' ')}: ${run.state}`;
};

/** The graph with a policy set on one of its nodes. */
export const withPolicy = (graph: Graph, id: string, policy: Partial<NodePolicy>): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) =>
    node.id === id ? { ...node, policy: nodePolicy.parse(policy) } : node,
  ),
});
