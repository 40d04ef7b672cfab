import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import {
  isInRuns,
  kindsWithOutput,
  nodeFacts,
  opensTurns,
} from '#lib/domain/bots/node-facts.schema.ts';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { partsOf } from '#lib/engine/expression/template.ts';
import { viewOf } from '#lib/engine/graph.ts';
import { type Structure, structureOf } from '#lib/engine/structure.ts';
import { quoteName } from '#lib/kernel/value-paths.ts';
import { fieldsOf } from '../../fields/fields.ts';

export type Reference = {
  label: string;
  code: string;
  /** Descriptions of its fields, by their paths, used if no data shows more. */
  fields?: Readonly<Record<string, string>>;
};

const seen = 'Seen in events of its listener';

/** The trigger's data, with the paths seen in earlier events: `resources[0].id`. */
const eventWith = (paths: readonly string[]): Reference => ({
  label: 'Event or input',
  code: '$event',
  ...(paths.length > 0 && { fields: Object.fromEntries(paths.map((path) => [path, seen])) }),
});

const commonReferences: readonly Reference[] = [
  { label: 'Run: id', code: '$run.id' },
  { label: 'Run: start', code: '$run.started_at' },
  { label: 'Address of this site', code: '$site.url' },
];

/** The expression for a node's output. */
export const nodeCode = (name: string): string => `$nodes.${quoteName(name)}`;

/** All nodes that may precede this one in a run. */
const precedingNodeIds = ({ edges }: Graph, id: string): Set<string> => {
  const visitedIds = new Set<string>();
  const queue = [id];
  for (const at of queue) {
    for (const { source, target } of edges) {
      if (target !== at || visitedIds.has(source)) continue;
      visitedIds.add(source);
      queue.push(source);
    }
  }
  visitedIds.delete(id);
  return visitedIds;
};

const loopReferences: readonly Reference[] = [
  { label: 'Loop: item of this iteration', code: '$loop.item' },
  { label: 'Loop: index of this iteration, from 0', code: '$loop.index' },
];

const isInLoop = ({ nodes }: Graph, structure: Structure, id: string): boolean => {
  const loops = new Set(nodes.filter(({ type }) => opensTurns(type)).map((node) => node.id));
  return structure.around(id).some((opener) => loops.has(opener));
};

/**
 * The values that a node's expressions can read: outputs of preceding nodes in the same branch or
 * turn or around it, the turn of a loop, event, run and site; none for notes. `paths` are those
 * seen in events of the bot's listener.
 */
export const referencesAt = (
  graph: Graph,
  id: string,
  paths: readonly string[] = [],
): Reference[] => {
  if (graph.nodes.some((node) => node.id === id && !isInRuns(node))) return [];
  const precedingIds = precedingNodeIds(graph, id);
  const structure = structureOf(viewOf(graph));
  const lanes = new Set(structure.lanesOf(id));
  const outputs = graph.nodes
    .filter((node) => precedingIds.has(node.id) && kindsWithOutput.has(node.type))
    .filter((node) => structure.lanesOf(node.id).every((lane) => lanes.has(lane)))
    .map(({ type, name }) => ({
      label: `${nodeFacts[type].label}: ${name}`,
      code: nodeCode(name),
      ...(nodeFacts[type].yields && { fields: nodeFacts[type].yields }),
    }));
  const turns = isInLoop(graph, structure, id) ? loopReferences : [];
  return [...outputs, ...turns, eventWith(paths), ...commonReferences];
};

/** Code inserted into an expression, with spaces around it. */
const withBlanks = (before: string, code: string, after: string): string =>
  `${before}${/\s$/.test(before) ? '' : ' '}${code}${/^\s/.test(after) ? '' : ' '}${after}`;

/**
 * Inserts code into a text at a position: as a new expression, or into the existing one there.
 * Without a position: into the last expression if the text ends with one, else at the end.
 */
export const insertCode = (text: string, code: string, at = text.length): string => {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  if (before.lastIndexOf('{%') > before.lastIndexOf('%}') && after.includes('%}')) {
    return withBlanks(before, code, after);
  }
  const endMatch = after === '' ? /\s*%\}\s*$/.exec(text) : null;
  return endMatch
    ? `${text.slice(0, endMatch.index)} ${code} %}`
    : `${before}{% ${code} %}${after}`;
};

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const renameInText = (text: string, from: string, to: string): string => {
  const parts = partsOf(text);
  if (!parts) return text;
  const name = escapeRegExp(from);
  const pattern = new RegExp(`\\$nodes\\.(?:\`${name}\`|"${name}"|${name}(?![\\w]))`, 'g');
  return parts
    .map((part) =>
      'code' in part ? `{% ${part.code.replace(pattern, () => nodeCode(to))} %}` : part.text,
    )
    .join('');
};

const renameInValue = (value: unknown, from: string, to: string): unknown => {
  if (typeof value === 'string') {
    return value.includes('$nodes') ? renameInText(value, from, to) : value;
  }
  if (Array.isArray(value)) return value.map((item) => renameInValue(item, from, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, renameInValue(part, from, to)]),
  );
};

/** Settings that contain the name of a node. */
const nodeNameFields = ({ type, settings }: GraphNode): Set<string> =>
  new Set(
    fieldsOf(nodeSettings[type].shape, settings)
      .filter(({ control }) => control === 'node')
      .map(({ name }) => name),
  );

/** The node with references to another node changed to its new name. */
export const renameReferences = (node: GraphNode, from: string, to: string): GraphNode => {
  const nameFields = nodeNameFields(node);
  const isReferenced = [...nameFields].some((key) => node.settings[key] === from);
  if (!isReferenced && !JSON.stringify(node.settings).includes('$nodes')) return node;
  const settings = Object.entries(node.settings).map(([key, value]) => {
    const renamed = nameFields.has(key) && value === from ? to : renameInValue(value, from, to);
    return [key, renamed] as const;
  });
  return { ...node, settings: Object.fromEntries(settings) };
};
