import { viewOf as actionView } from '#lib/domain/actions/action-view.rules.ts';
import { findReadyMadeAction } from '#lib/domain/actions/ready-made.ts';
import type { Graph, GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import { requireType } from '#lib/domain/integrations/catalogue.service.ts';
import type { BuildResult } from '#web/pages/bots/builder/drawing/work.ts';
import { hasSameContent } from '#web/pages/bots/editor/document/canonical.ts';
import type { Prompt } from './prompts.ts';

const isReadOnlyAction = (action: unknown): boolean => {
  const readyMade = typeof action === 'string' ? findReadyMadeAction(action) : undefined;
  if (!readyMade) return false;
  return actionView(readyMade, requireType(readyMade.integration_type)).agent_use === 'reads';
};

/**
 * Whether a node may change something outside. AI agents ask by themselves; messages only inform.
 */
const hasEffect = ({ type, settings }: GraphNode): boolean => {
  if (type === 'rest_api_action') return !isReadOnlyAction(settings.action);
  return type === 'http_request' && !['GET', 'HEAD', undefined].includes(settings.method as string);
};

/** The nodes that a run can reach without an approval. */
const unapprovedNodes = ({ nodes, edges }: Graph): GraphNode[] => {
  const approvals = new Set(nodes.filter(({ type }) => type === 'approval').map(({ id }) => id));
  const startIds = nodes.filter(({ type }) => type === 'start').map(({ id }) => id);
  const reachedIds = new Set(startIds);
  for (const id of reachedIds) {
    for (const { source, sourceHandle, target } of edges) {
      const isApproved = approvals.has(source) && sourceHandle === 'approved';
      if (source === id && !isApproved) reachedIds.add(target);
    }
  }
  return nodes.filter(({ id }) => reachedIds.has(id));
};

const problemText = ({ message }: Problem): string => `check: ${message}`;

/** The faults of a graph; empty if it is as requested. */
export const faultsOf = (
  prompt: Prompt,
  originalGraph: Graph,
  { graph, problems }: BuildResult,
): string[] => {
  if (prompt.expectUnchanged)
    return hasSameContent(originalGraph, graph) ? [] : ['something was drawn'];
  const has = new Set(graph.nodes.map(({ type }) => type));
  const start = graph.nodes.find(({ type }) => type === 'start');
  const wrongSettings = Object.entries(prompt.start ?? {}).filter(
    ([name, value]) => start?.settings[name] !== value,
  );
  const runsAction = graph.nodes.some(({ settings }) => settings.action === prompt.action);
  return [
    ...prompt.kinds.filter((kind) => !has.has(kind)).map((kind) => `no node of the kind ${kind}`),
    ...wrongSettings.map(([name, value]) => `${name} of the start is not ${String(value)}`),
    ...(prompt.action === undefined || runsAction ? [] : [`it does not run ${prompt.action}`]),
    ...unapprovedNodes(graph)
      .filter(hasEffect)
      .map(({ name }) => `"${name}" changes something without an approval`),
    ...problems.map(problemText),
  ];
};
