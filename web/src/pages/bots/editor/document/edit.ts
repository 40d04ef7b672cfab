import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf, skippableKinds } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import { connect, type Connection, handleOf } from './connect.ts';
import { type Fragment, paste } from './fragment.ts';
import { insert, type Insertion } from './insert.ts';
import { ownPolicy } from './policy.ts';
import { renameReferences } from './references.ts';

type Position = GraphNode['position'];

/** One edit of the graph. Ids are passed in, so that the same edit always gives the same graph. */
export type Edit =
  | ({ do: 'add' } & Insertion)
  | ({ do: 'connect'; id: string } & Connection)
  | { do: 'move'; to: Readonly<Record<string, Position>> }
  | { do: 'rename'; id: string; name: string }
  /** `name`: the node's new name, if no user has given it one. */
  | { do: 'configure'; id: string; settings: Record<string, unknown>; name?: string }
  | { do: 'setPolicy'; id: string; policy: NodePolicy }
  | { do: 'disable'; nodes: readonly string[]; disabled: boolean }
  | { do: 'pin'; id: string; pinned: GraphNode['pinned'] }
  | { do: 'delete'; nodes: readonly string[]; edges: readonly string[] }
  | { do: 'paste'; fragment: Fragment; seed: string; offset: Position }
  /** A change that was made elsewhere, for example by the AI builder, as a single edit. */
  | { do: 'replace'; graph: Graph };

const withNodes = (graph: Graph, change: (node: GraphNode) => GraphNode): Graph => {
  const nodes = graph.nodes.map(change);
  return nodes.every((node, index) => node === graph.nodes[index]) ? graph : { ...graph, nodes };
};

const moveNodes = (graph: Graph, to: Readonly<Record<string, Position>>): Graph =>
  withNodes(graph, (node) => {
    const newPosition = to[node.id];
    if (!newPosition) return node;
    const position = { x: Math.round(newPosition.x), y: Math.round(newPosition.y) };
    const isUnchanged = position.x === node.position.x && position.y === node.position.y;
    return isUnchanged ? node : { ...node, position };
  });

/** Renames a node, also in the expressions that read it by its name. */
const rename = (graph: Graph, id: string, name: string): Graph => {
  const old = graph.nodes.find((node) => node.id === id);
  if (!old || old.name === name) return graph;
  return withNodes(graph, (node) =>
    node === old ? { ...old, name } : renameReferences(node, old.name, name),
  );
};

const configure = (
  graph: Graph,
  { id, settings, name }: Extract<Edit, { do: 'configure' }>,
): Graph => {
  const configured = withNodes(graph, (node) => (node.id === id ? { ...node, settings } : node));
  return name === undefined ? configured : rename(configured, id, name);
};

/** If the new policy removes a handle, the arrow at it is removed too. */
const setPolicy = (graph: Graph, id: string, policy: NodePolicy): Graph => {
  const old = graph.nodes.find((node) => node.id === id);
  const newPolicy = ownPolicy(policy);
  if (!old || JSON.stringify(newPolicy) === JSON.stringify(old.policy)) return graph;
  const { policy: _old, ...rest } = old;
  const node = { ...rest, ...(newPolicy && { policy: newPolicy }) };
  const handles = handlesOf(node);
  return {
    nodes: graph.nodes.map((one) => (one === old ? node : one)),
    edges: graph.edges.filter((edge) => edge.source !== id || handles.includes(handleOf(edge))),
  };
};

/** Disables or enables nodes; kinds that a run cannot skip stay unchanged. */
const setDisabled = (graph: Graph, ids: readonly string[], disabled: boolean): Graph =>
  withNodes(graph, (node) => {
    const isUnchanged = (node.disabled ?? false) === disabled || !skippableKinds.has(node.type);
    if (isUnchanged || !ids.includes(node.id)) return node;
    const { disabled: _old, ...rest } = node;
    return disabled ? { ...rest, disabled } : rest;
  });

/** Sets or removes the pinned output of a node, which replaces its output in trials. */
const setPinned = (graph: Graph, id: string, pinned: GraphNode['pinned']): Graph =>
  withNodes(graph, (node) => {
    if (node.id !== id || JSON.stringify(node.pinned) === JSON.stringify(pinned)) return node;
    const { pinned: _old, ...rest } = node;
    return pinned ? { ...rest, pinned } : rest;
  });

const remove = (graph: Graph, nodeIds: readonly string[], edgeIds: readonly string[]): Graph => {
  const nodes = graph.nodes.filter(({ id }) => !nodeIds.includes(id));
  const edges = graph.edges.filter(
    ({ id, source, target }) =>
      !edgeIds.includes(id) && !nodeIds.includes(source) && !nodeIds.includes(target),
  );
  const isUnchanged = nodes.length === graph.nodes.length && edges.length === graph.edges.length;
  return isUnchanged ? graph : { nodes, edges };
};

/** The graph after the edit; the same object if the edit changes nothing. */
export const applyEdit = (graph: Graph, edit: Edit): Graph => {
  switch (edit.do) {
    case 'add':
      return insert(graph, edit);
    case 'connect':
      return connect(graph, edit.id, edit);
    case 'move':
      return moveNodes(graph, edit.to);
    case 'rename':
      return rename(graph, edit.id, edit.name);
    case 'configure':
      return configure(graph, edit);
    case 'setPolicy':
      return setPolicy(graph, edit.id, edit.policy);
    case 'disable':
      return setDisabled(graph, edit.nodes, edit.disabled);
    case 'pin':
      return setPinned(graph, edit.id, edit.pinned);
    case 'delete':
      return remove(graph, edit.nodes, edit.edges);
    case 'paste':
      return paste(graph, edit.fragment, edit.seed, edit.offset);
    case 'replace':
      return edit.graph;
    default:
      return edit satisfies never;
  }
};
