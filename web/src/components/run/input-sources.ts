import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';

/** The data that a node's settings read. */
export type InputSources = {
  /** The nodes whose outputs are read, in the graph's order. */
  nodes: GraphNode[];
  /** Whether the event or the input that started the run is read. */
  event: boolean;
  /** Whether the turn that the node is in is read. */
  turn: boolean;
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** How expressions name a node: `$nodes.Ask`, in backticks or quotes if it is not a plain word. */
const readingOf = (name: string): RegExp => {
  const escapedName = escaped(name);
  return new RegExp(`\\$nodes\\.(?:\`${escapedName}\`|"${escapedName}"|${escapedName}(?!\\w))`);
};

const expressionsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.includes('{%') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(expressionsIn);
};

/** The sources of a node's input, as its settings name them. */
export const inputSources = ({ nodes }: Graph, { settings }: GraphNode): InputSources => {
  const text = expressionsIn(settings).join('\n');
  return {
    nodes: nodes.filter(({ name }) => readingOf(name).test(text)),
    event: /\$event\b/.test(text),
    turn: /\$loop\b/.test(text),
  };
};
