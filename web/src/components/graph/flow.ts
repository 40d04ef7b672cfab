import type { Edge, Node } from '@xyflow/react';
import type { Graph, GraphEdge, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import {
  handlesOf,
  isSkipped,
  nodeFacts,
  opensBranches,
} from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import type { NodeDifference } from '#lib/domain/bots/version.schema.ts';
import type { ExecutionState } from '#lib/domain/executions/execution.schema.ts';
import type { DecisionKind } from '#lib/domain/executions/outcome/outcome.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { handlesAt } from './handles.ts';
import { nodeSize } from './node-size.ts';
import { middleOf, pathOf } from './path.ts';
import type { Routes } from './routes.ts';
import { type ActionNames, summaryOf } from './summary.ts';
import { stateText } from '#web/components/run-state.tsx';

/** How a node or an arrow of one version differs from the other version. */
export type Difference = NodeDifference['how'];

export const differenceLabels: Readonly<Record<Difference, string>> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
};

/** The content of a node's card; primitive values only, so that unchanged cards are detected. */
export type CardData = {
  kind: NodeKind;
  name: string;
  /** What the node does, on one line. */
  summary: string;
  /** The whole text of a note. */
  text: string;
  issues: number;
  /** Runs skip it. */
  disabled: boolean;
  /** Pinned data replace its output in trials. */
  pinned: boolean;
  /** It was edited after the run that is shown on the graph. */
  changed: boolean;
  status: ExecutionState | undefined;
  /** How it differs between the compared versions. */
  difference: Difference | undefined;
  /** The decision made there. */
  decided: DecisionKind | undefined;
  /** The effect that was skipped in a dry run. */
  would: string | undefined;
  /** A remark besides its state, in a word or two. */
  remark: string | undefined;
  /** Its handles, separated by spaces. */
  handles: string;
  /** Those of them that can still be connected. */
  openHandles: string;
};

export type FlowNode = Node<CardData, 'card'>;
export type FlowEdge = Edge<ArrowData, 'arrow'>;

export type ArrowData = {
  /** Names of the nodes. */
  from: string;
  to: string;
  isTaken: boolean;
  difference: Difference | undefined;
  /** The SVG path, and the position of its button. */
  path: string;
  x: number;
  y: number;
};

/** The marks on a graph: the number of problems of a node, its state in a run, and so on. */
export type Marks = {
  /** The names of the actions that nodes run, once loaded. */
  actions?: ActionNames | undefined;
  issues?: ReadonlyMap<string, number>;
  states?: Readonly<Record<string, ExecutionState>>;
  /** The decisions at nodes that ask for them. */
  decided?: Readonly<Record<string, DecisionKind>>;
  /** The effects that nodes skipped in a dry run. */
  would?: Readonly<Record<string, string>>;
  /** Short remarks on nodes besides the state: `cached`. */
  remarks?: Readonly<Record<string, string>>;
  /** Nodes that were edited after the run. */
  changed?: ReadonlySet<string>;
  /** Arrows that the run followed, by id. */
  taken?: ReadonlySet<string>;
  /** Nodes and arrows, by id, that differ between two versions. */
  differences?: ReadonlyMap<string, Difference>;
};

const cardLabel = (card: CardData): string => {
  const { kind, name, status, decided, would, difference, remark, changed, issues } = card;
  const parts = [`${nodeFacts[kind].label}: ${name}`];
  if (difference) parts.push(difference);
  if (status) parts.push(stateText({ state: status, outcome: decided, would }));
  if (remark) parts.push(remark);
  if (changed) parts.push('changed since this run');
  if (issues > 0) parts.push(formatCount(issues, 'issue'));
  return parts.join(', ');
};

const usedHandles = ({ edges }: Graph): Map<string, Set<string>> => {
  const connected = new Map<string, Set<string>>();
  for (const { source, sourceHandle = 'next' } of edges) {
    connected.set(source, (connected.get(source) ?? new Set()).add(sourceHandle));
  }
  return connected;
};

/** In a run, the state replaces these remarks. */
const remarkOf = (node: GraphNode, { states }: Marks): string | undefined => {
  if (states?.[node.id]) return undefined;
  const remarks = [isSkipped(node) && 'disabled', node.pinned && 'pinned'].filter(Boolean);
  return remarks.join(', ') || undefined;
};

const cardOf = (
  node: GraphNode,
  connected: ReadonlySet<string> | undefined,
  marks: Marks,
): CardData => ({
  kind: node.type,
  name: node.name,
  summary: summaryOf(node, marks.actions),
  text: typeof node.settings['text'] === 'string' ? node.settings['text'] : '',
  issues: marks.issues?.get(node.id) ?? 0,
  disabled: isSkipped(node),
  pinned: node.pinned !== undefined && !marks.states?.[node.id],
  changed: marks.changed?.has(node.id) ?? false,
  status: marks.states?.[node.id],
  difference: marks.differences?.get(node.id),
  decided: marks.decided?.[node.id],
  would: marks.would?.[node.id],
  remark: marks.remarks?.[node.id] ?? remarkOf(node, marks),
  handles: handlesOf(node).join(' '),
  openHandles: handlesOf(node)
    .filter((handle) => opensBranches(node.type) || !connected?.has(handle))
    .join(' '),
});

/** The graph in the canvas library's format. Only the current node is in the tab order. */
export const flowNodes = (
  graph: Graph,
  marks: Marks,
  selected: readonly string[],
  current: string | undefined,
): FlowNode[] => {
  const connected = usedHandles(graph);
  const selectedIds = new Set(selected);
  return graph.nodes.map((node) => {
    const data = cardOf(node, connected.get(node.id), marks);
    return {
      id: node.id,
      type: 'card',
      position: node.position,
      data,
      selected: selectedIds.has(node.id),
      focusable: false,
      domAttributes: { tabIndex: node.id === current ? 0 : -1 },
      ariaRole: 'group',
      ariaLabel: cardLabel(data),
      ...nodeSize(node.type),
      measured: nodeSize(node.type),
      handles: handlesAt(node.type, handlesOf(node)),
    };
  });
};

const hasSameFields = (a: object, b: object): boolean => {
  const otherFields = new Map<string, unknown>(Object.entries(b));
  const fields = Object.entries(a);
  return (
    fields.length === otherFields.size &&
    fields.every(([name, value]) => otherFields.get(name) === value)
  );
};

const isSameNode = (a: FlowNode, b: FlowNode): boolean =>
  a.selected === b.selected &&
  a.domAttributes?.tabIndex === b.domAttributes?.tabIndex &&
  a.position.x === b.position.x &&
  a.position.y === b.position.y &&
  hasSameFields(a.data, b.data);

/** Keeps the objects of nodes that did not change. */
export const mergeNodes = (current: readonly FlowNode[], next: readonly FlowNode[]): FlowNode[] => {
  const currentById = new Map(current.map((node) => [node.id, node]));
  return next.map((node) => {
    const old = currentById.get(node.id);
    return old && isSameNode(old, node) ? old : node;
  });
};

const isSameEdge = (a: FlowEdge, b: FlowEdge): boolean =>
  a.selected === b.selected &&
  a.source === b.source &&
  a.sourceHandle === b.sourceHandle &&
  a.target === b.target &&
  hasSameFields(a.data ?? {}, b.data ?? {});

/** Keeps the objects of arrows that did not change. */
export const mergeEdges = (current: readonly FlowEdge[], next: readonly FlowEdge[]): FlowEdge[] => {
  const currentById = new Map(current.map((edge) => [edge.id, edge]));
  return next.map((edge) => {
    const old = currentById.get(edge.id);
    return old && isSameEdge(old, edge) ? old : edge;
  });
};

const arrowOf = (edge: GraphEdge, names: ReadonlyMap<string, string>) => {
  const from = names.get(edge.source) ?? edge.source;
  const to = names.get(edge.target) ?? edge.target;
  const handleText = edge.sourceHandle ? ` by ${edge.sourceHandle}` : '';
  return { from, to, label: `Arrow from ${from}${handleText} to ${to}` };
};

export const flowEdges = (
  graph: Graph,
  marks: Marks,
  selected: readonly string[],
  routes: Routes,
): FlowEdge[] => {
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name]));
  const selectedIds = new Set(selected);
  return graph.edges
    .filter(({ source, target }) => names.has(source) && names.has(target))
    .map((edge) => {
      const { from, to, label } = arrowOf(edge, names);
      const route = routes.get(edge.id) ?? [];
      const difference = marks.differences?.get(edge.id);
      return {
        id: edge.id,
        type: 'arrow',
        source: edge.source,
        sourceHandle: edge.sourceHandle ?? 'next',
        target: edge.target,
        selected: selectedIds.has(edge.id),
        focusable: false,
        ariaRole: 'img',
        ariaLabel: difference ? `${label}, ${difference}` : label,
        data: {
          from,
          to,
          isTaken: marks.taken?.has(edge.id) ?? false,
          difference,
          path: pathOf(route),
          ...middleOf(route),
        },
      };
    });
};
