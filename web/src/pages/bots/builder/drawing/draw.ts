import type { BuilderArgs } from '#lib/domain/bot-builder/tool.schema.ts';
import { type Graph, type GraphNode, tooManyText } from '#lib/domain/bots/bot.schema.ts';
import {
  canBeEntered,
  closerOf,
  handlesOf,
  nodeFacts,
  opensBranches,
} from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import { boundsOf, boxOf, gap } from '#web/components/graph/node-size.ts';
import { findFreeHandle, handleOf } from '../../editor/document/connect.ts';
import { applyEdit, type Edit } from '../../editor/document/edit.ts';
import { canStandBetween } from '../../editor/document/insert.ts';
import { nameProblem } from '../../editor/document/naming.ts';
import type { Position } from '../../editor/document/placement.ts';
import { resolveHandle, resolveNode } from './node-names.ts';
import { applyPolicy, applySettings } from './settings.ts';
import { BadCall, quoteName, type ToolAnswer } from './tool-answer.ts';

/** The state that tools work on: the copy, the ids that may be used, and a generator of new ids. */
export type DrawingState = { graph: Graph; knownIds: ReadonlySet<string>; newId: () => string };

const nodeById = ({ nodes }: Graph, id: string): GraphNode | undefined =>
  nodes.find((node) => node.id === id);

/** A node with its handles and their targets. */
const waysText = (graph: Graph, node: GraphNode): string => {
  const handleTexts = handlesOf(node).map((handle) => {
    const to = graph.edges
      .filter((edge) => edge.source === node.id && handleOf(edge) === handle)
      .map(({ target }) => quoteName(nodeById(graph, target)?.name ?? target));
    return `${handle}${to.length > 0 ? ` to ${to.join(' and ')}` : ' is not connected yet'}`;
  });
  return handleTexts.length === 0 ? 'It has no way out.' : `Ways out: ${handleTexts.join('; ')}.`;
};

const nodeText = (graph: Graph, id: string): string => {
  const node = nodeById(graph, id);
  if (!node) return '';
  return `${quoteName(node.name)} (${node.type}, id ${node.id}). ${waysText(graph, node)}`;
};

/** The position to the right of all nodes, for a node that nothing leads to. */
const positionRightOfAll = ({ nodes }: Graph): Position => {
  if (nodes.length === 0) return { x: 0, y: 0 };
  const { x, y, width } = boundsOf(nodes.map(boxOf));
  return { x: x + width + gap.x, y };
};

const assertHandleFree = (
  graph: Graph,
  from: GraphNode,
  handle: string | undefined,
  kind: NodeKind,
) => {
  if (opensBranches(from.type) || canStandBetween(kind)) return;
  const usedHandle = handle ?? findFreeHandle(graph, from.id);
  const isTaken = graph.edges.some(
    (edge) =>
      edge.source === from.id && (usedHandle === undefined || handleOf(edge) === usedHandle),
  );
  if (!isTaken) return;
  throw new BadCall(
    `That way out of ${quoteName(from.name)} already leads to a node, and nothing can follow this` +
      ' kind of node. Remove that arrow first, or add the node elsewhere.',
  );
};

const insertPointOf = (
  graph: Graph,
  { kind, after, way }: BuilderArgs<'add_node'>,
): Extract<Edit, { do: 'add' }>['insertPoint'] => {
  if (after === undefined) return { at: positionRightOfAll(graph) };
  if (!canBeEntered(kind))
    throw new BadCall(`A node of the kind ${kind} has no incoming arrow: leave out "after".`);
  const from = resolveNode(graph, after);
  const handle = resolveHandle(from, way);
  assertHandleFree(graph, from, handle, kind);
  return { after: from.id, ...(handle !== undefined && { handle }) };
};

const assertRoomForNode = (graph: Graph, kind: NodeKind): void => {
  const addedCount = closerOf(kind) ? 2 : 1;
  if (graph.nodes.length + addedCount > limits.nodesPerBot) {
    throw new BadCall(tooManyText(limits.nodesPerBot, 'nodes'));
  }
  if (kind === 'start' && graph.nodes.some(({ type }) => type === 'start')) {
    throw new BadCall('A bot has only one start node: change the settings of the existing one.');
  }
};

const assertValidName = (graph: Graph, id: string, name: string | undefined): void => {
  const problem = name === undefined ? undefined : nameProblem(graph, id, name);
  if (problem !== undefined) throw new BadCall(`${quoteName(name ?? '')}: ${problem}`);
};

const withSettings = (
  { knownIds }: DrawingState,
  graph: Graph,
  id: string,
  change: Readonly<Record<string, unknown>> | undefined,
): Graph => {
  const node = nodeById(graph, id);
  if (!node || !change) return graph;
  const settings = applySettings(node.type, node.settings, change, knownIds);
  return applyEdit(graph, { do: 'configure', id, settings });
};

export const addNode = (state: DrawingState, args: BuilderArgs<'add_node'>): ToolAnswer => {
  const { graph, newId } = state;
  const { kind, name, settings } = args;
  assertRoomForNode(graph, kind);
  const id = newId();
  assertValidName(graph, id, name);
  const extendedGraph = applyEdit(graph, {
    do: 'add',
    kind,
    id,
    insertPoint: insertPointOf(graph, args),
  });
  const previousIds = new Set(graph.nodes.map((node) => node.id));
  const addedNodes = extendedGraph.nodes.filter((node) => !previousIds.has(node.id));
  const [requestedNode] = addedNodes;
  if (!requestedNode) throw new BadCall(`A node of the kind ${kind} cannot be added there.`);
  const desiredName = name?.trim();
  const renamedGraph =
    desiredName === undefined
      ? extendedGraph
      : applyEdit(extendedGraph, { do: 'rename', id: requestedNode.id, name: desiredName });
  const result = withSettings(state, renamedGraph, requestedNode.id, settings);
  if (result.edges.length > limits.arrowsPerBot) {
    throw new BadCall(tooManyText(limits.arrowsPerBot, 'arrows'));
  }
  const texts = addedNodes.map((node) => nodeText(result, node.id));
  return { graph: result, content: `Added ${texts.join(' Added ')}` };
};

export const setSettings = (state: DrawingState, args: BuilderArgs<'set_settings'>): ToolAnswer => {
  const { graph } = state;
  const node = resolveNode(graph, args.node);
  assertValidName(graph, node.id, args.name);
  if (!args.settings && !args.policy && args.name === undefined) {
    throw new BadCall('Nothing to change: give settings, a policy or a name.');
  }
  const policy = args.policy && applyPolicy(node, args.policy);
  const configuredGraph = withSettings(state, graph, node.id, args.settings);
  const graphWithPolicy = policy
    ? applyEdit(configuredGraph, { do: 'setPolicy', id: node.id, policy })
    : configuredGraph;
  const name = args.name?.trim();
  const result =
    name === undefined
      ? graphWithPolicy
      : applyEdit(graphWithPolicy, { do: 'rename', id: node.id, name });
  return { graph: result, content: `Changed ${nodeText(result, node.id)}` };
};

/**
 * If all handles are connected, the handle may be omitted only for a node that has one. Throws
 * `BadCall`.
 */
const onlyHandleOf = (node: GraphNode): string | undefined => {
  const handles = handlesOf(node);
  if (handles.length === 1) return handles[0];
  throw new BadCall(
    `Every way out of ${quoteName(node.name)} is connected. Name one: ${handles.join(', ')}.`,
  );
};

export const drawArrow = (
  { graph, newId }: DrawingState,
  { from, way, to }: BuilderArgs<'connect'>,
): ToolAnswer => {
  const [source, target] = [resolveNode(graph, from), resolveNode(graph, to)];
  const requestedHandle = resolveHandle(source, way);
  if (source === target) throw new BadCall('A node cannot follow itself: use a loop.');
  if (!canBeEntered(target.type)) {
    const { label } = nodeFacts[target.type];
    throw new BadCall(
      `${quoteName(target.name)} has no incoming arrow: it is a node of the kind ${label}.`,
    );
  }
  const sourceHandle = requestedHandle ?? findFreeHandle(graph, source.id) ?? onlyHandleOf(source);
  const result = applyEdit(graph, {
    do: 'connect',
    id: newId(),
    source: source.id,
    ...(sourceHandle !== undefined && { sourceHandle }),
    target: target.id,
  });
  if (result.edges.length > limits.arrowsPerBot) {
    throw new BadCall(tooManyText(limits.arrowsPerBot, 'arrows'));
  }
  return { graph: result, content: nodeText(result, source.id) };
};

const arrowIds = (
  graph: Graph,
  { from, way, to }: BuilderArgs<'remove'>['arrows'][number],
): string[] => {
  const source = resolveNode(graph, from);
  const target = to === undefined ? undefined : resolveNode(graph, to);
  const requestedHandle = resolveHandle(source, way);
  const found = graph.edges.filter(
    (edge) =>
      edge.source === source.id &&
      (requestedHandle === undefined || handleOf(edge) === requestedHandle) &&
      (!target || edge.target === target.id),
  );
  if (found.length === 0)
    throw new BadCall(`${quoteName(source.name)} has no such outgoing arrow.`);
  return found.map(({ id }) => id);
};

export const remove = ({ graph }: DrawingState, args: BuilderArgs<'remove'>): ToolAnswer => {
  if (args.nodes.length + args.arrows.length === 0) {
    throw new BadCall('Nothing to remove: give nodes or arrows.');
  }
  const nodes = args.nodes.map((name) => resolveNode(graph, name));
  if (nodes.some(({ type }) => type === 'start')) {
    throw new BadCall('The start node cannot be removed: every run begins there.');
  }
  const edges = args.arrows.flatMap((arrow) => arrowIds(graph, arrow));
  const result = applyEdit(graph, { do: 'delete', nodes: nodes.map(({ id }) => id), edges });
  const removed = [
    ...nodes.map(({ name }) => quoteName(name)),
    ...(edges.length > 0 ? [`${edges.length} ${edges.length === 1 ? 'arrow' : 'arrows'}`] : []),
  ];
  return { graph: result, content: `Removed ${removed.join(', ')}.` };
};
