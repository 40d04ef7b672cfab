import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';

/** What a node's settings read. */
export type InputSources = {
  /** Nodes whose outputs they read, in the graph's order. */
  nodes: GraphNode[];
  /** Whether they read the event or the input that started the run. */
  event: boolean;
  /** Whether they read the turn that the node is in. */
  turn: boolean;
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** As expressions name a node: `$nodes.Ask`, or in backticks or quotes what is no plain word. */
const readingOf = (name: string): RegExp => {
  const plain = escaped(name);
  return new RegExp(`\\$nodes\\.(?:\`${plain}\`|"${plain}"|${plain}(?!\\w))`);
};

const expressionsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.includes('{%') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(expressionsIn);
};

/** Where the input of a node comes from, as its settings name it. */
export const inputSources = ({ nodes }: Graph, { settings }: GraphNode): InputSources => {
  const text = expressionsIn(settings).join('\n');
  return {
    nodes: nodes.filter(({ name }) => readingOf(name).test(text)),
    event: /\$event\b/.test(text),
    turn: /\$loop\b/.test(text),
  };
};
