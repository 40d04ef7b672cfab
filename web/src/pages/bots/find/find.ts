import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { fieldTitle } from '../versions/field-title.ts';

/** A node with a match; `matchText` is its kind, or the matching field with an excerpt. */
export type NodeMatch = { id: string; name: string; matchText: string };

/** The most matches shown. */
const maxMatches = 50;
const contextLength = 30;

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
};

const excerptOf = (text: string, at: number, length: number): string => {
  const from = Math.max(0, at - contextLength);
  const to = Math.min(text.length, at + length + contextLength);
  const cut = text.slice(from, to).replaceAll(/\s+/g, ' ');
  return `${from > 0 ? '…' : ''}${cut}${to < text.length ? '…' : ''}`;
};

const fieldsOf = (node: GraphNode): [title: string, value: unknown][] => [
  ...Object.entries(node.settings).map(([name, value]): [string, unknown] => [
    fieldTitle(node.type, `settings.${name}`),
    value,
  ]),
  ...(node.pinned ? [['Pinned data', node.pinned.output] as [string, unknown]] : []),
];

const describeMatch = (node: GraphNode, searchText: string): string | undefined => {
  const { label } = nodeFacts[node.type];
  const isNameMatch = [node.name, label, node.id].some((text) =>
    text.toLowerCase().includes(searchText),
  );
  if (isNameMatch) return label;
  for (const [title, value] of fieldsOf(node)) {
    for (const text of textsIn(value)) {
      const at = text.toLowerCase().indexOf(searchText);
      if (at >= 0) return `${title}: ${excerptOf(text, at, searchText.length)}`;
    }
  }
  return undefined;
};

/** The nodes with a text in their names, kinds or contents; matches in names come first. */
export const findNodes = ({ nodes }: Graph, text: string): NodeMatch[] => {
  const searchText = text.trim().toLowerCase();
  if (searchText === '') return [];
  const found = nodes.flatMap((node) => {
    const matchText = describeMatch(node, searchText);
    return matchText === undefined ? [] : [{ id: node.id, name: node.name, matchText }];
  });
  const rankOf = ({ name }: NodeMatch) => (name.toLowerCase().includes(searchText) ? 0 : 1);
  return found.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, maxMatches);
};
