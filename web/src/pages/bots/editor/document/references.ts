import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import {
  isInRuns,
  nodeFacts,
  opensTurns,
  tellingKinds,
} from '#lib/domain/bots/node-facts.schema.ts';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { partsOf } from '#lib/engine/expression/template.ts';
import { viewOf } from '#lib/engine/graph.ts';
import { structureOf, type Structure } from '#lib/engine/structure.ts';
import { codeOfName } from '#lib/kernel/value-paths.ts';
import { fieldsOf } from '../../fields/fields.ts';

export type Reference = {
  label: string;
  code: string;
  /** What it holds, as paths into it, where no data say more. */
  fields?: Readonly<Record<string, string>>;
};

const seen = 'Seen in events of its listener';

/** What started the run, with what it has had inside: `resources[0].id`. */
const eventWith = (paths: readonly string[]): Reference => ({
  label: 'Event or input',
  code: '$event',
  ...(paths.length > 0 && { fields: Object.fromEntries(paths.map((path) => [path, seen])) }),
});

const always: readonly Reference[] = [
  { label: 'Run: id', code: '$run.id' },
  { label: 'Run: start', code: '$run.started_at' },
  { label: 'Address of this site', code: '$site.url' },
];

/** A node's output as an expression reads it. */
export const nodeCode = (name: string): string => `$nodes.${codeOfName(name)}`;

/** The nodes that a run has passed, on one way or another, before it comes here. */
const before = ({ edges }: Graph, id: string): Set<string> => {
  const seen = new Set<string>();
  const queue = [id];
  for (const at of queue) {
    for (const { source, target } of edges) {
      if (target !== at || seen.has(source)) continue;
      seen.add(source);
      queue.push(source);
    }
  }
  seen.delete(id);
  return seen;
};

const turn: readonly Reference[] = [
  { label: 'Loop: item of this iteration', code: '$loop.item' },
  { label: 'Loop: index of this iteration, from 0', code: '$loop.index' },
];

const isInLoop = ({ nodes }: Graph, structure: Structure, id: string): boolean => {
  const loops = new Set(nodes.filter(({ type }) => opensTurns(type)).map((node) => node.id));
  return structure.around(id).some((opener) => loops.has(opener));
};

/**
 * The values that a node's expressions can read: outputs of nodes before it that lie in the same
 * branch or turn or around it, the turn of a loop, event, run and site. Notes read nothing.
 * `paths` lead to what events of the bot's listener have had inside.
 */
export const referencesAt = (
  graph: Graph,
  id: string,
  paths: readonly string[] = [],
): Reference[] => {
  if (graph.nodes.some((node) => node.id === id && !isInRuns(node))) return [];
  const passed = before(graph, id);
  const structure = structureOf(viewOf(graph));
  const lanes = new Set(structure.lanesOf(id));
  const outputs = graph.nodes
    .filter((node) => passed.has(node.id) && tellingKinds.has(node.type))
    .filter((node) => structure.lanesOf(node.id).every((lane) => lanes.has(lane)))
    .map(({ type, name }) => ({
      label: `${nodeFacts[type].label}: ${name}`,
      code: nodeCode(name),
      ...(nodeFacts[type].yields && { fields: nodeFacts[type].yields }),
    }));
  const turns = isInLoop(graph, structure, id) ? turn : [];
  return [...outputs, ...turns, eventWith(paths), ...always];
};

/** Code at a place inside of an expression, with blanks around it. */
const withBlanks = (before: string, code: string, after: string): string =>
  `${before}${/\s$/.test(before) ? '' : ' '}${code}${/^\s/.test(after) ? '' : ' '}${after}`;

/**
 * Adds code to a text: at a place, as an expression of its own or into the one that is there; else
 * into its last expression where it ends with one, else behind it.
 */
export const insertCode = (text: string, code: string, at = text.length): string => {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  if (before.lastIndexOf('{%') > before.lastIndexOf('%}') && after.includes('%}')) {
    return withBlanks(before, code, after);
  }
  const end = after === '' ? /\s*%\}\s*$/.exec(text) : null;
  return end ? `${text.slice(0, end.index)} ${code} %}` : `${before}{% ${code} %}${after}`;
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const renameInText = (text: string, from: string, to: string): string => {
  const parts = partsOf(text);
  if (!parts) return text;
  const name = escaped(from);
  const read = new RegExp(`\\$nodes\\.(?:\`${name}\`|"${name}"|${name}(?![\\w]))`, 'g');
  return parts
    .map((part) =>
      'code' in part ? `{% ${part.code.replace(read, () => nodeCode(to))} %}` : part.text,
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

/** Settings that name a node themselves. */
const namingFields = ({ type, settings }: GraphNode): Set<string> =>
  new Set(
    fieldsOf(nodeSettings[type].shape, settings)
      .filter(({ control }) => control === 'node')
      .map(({ name }) => name),
  );

/** The node with its settings naming and reading another node under its new name. */
export const renameReads = (node: GraphNode, from: string, to: string): GraphNode => {
  const naming = namingFields(node);
  const isNamed = [...naming].some((key) => node.settings[key] === from);
  if (!isNamed && !JSON.stringify(node.settings).includes('$nodes')) return node;
  const settings = Object.entries(node.settings).map(([key, value]) => {
    const renamed = naming.has(key) && value === from ? to : renameInValue(value, from, to);
    return [key, renamed] as const;
  });
  return { ...node, settings: Object.fromEntries(settings) };
};
