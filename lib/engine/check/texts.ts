import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { isSkipped } from '#lib/domain/bots/node-facts.schema.ts';
import { usedSettings } from '#lib/domain/bots/settings.rules.ts';
import { textsIn } from '#lib/kernel/value-kinds.ts';
import { pathsIn, problemOf, type Reads, readsIn } from '../expression.ts';
import { isTemplate } from '../expression/template.ts';

/**
 * The texts that a node evaluates: none where runs pass it by, and none of hidden settings, which
 * have no effect beside the others.
 */
export const textsReadBy = (node: GraphNode): string[] =>
  isSkipped(node) ? [] : textsIn(usedSettings(node.type, node.settings));

/** What is wrong with a text's expressions, or what they read, and by which paths. */
export type Read = { problem: string } | (Pick<Reads, 'nodes' | 'loop'> & { paths: string[][] });
export type ReadText = (text: string) => Read;

const nothing: Read = { nodes: new Set(), loop: new Set(), paths: [] };

const read = (text: string): Read => {
  if (!isTemplate(text)) return nothing;
  const problem = problemOf(text);
  return problem === undefined ? { ...readsIn(text), paths: pathsIn(text) } : { problem };
};

/**
 * A reader that parses each text once, however many rules need it: a graph may have more
 * expressions than the cache of compiled ones holds.
 */
export const textReader = (): ReadText => {
  const cache = new Map<string, Read>();
  return (text) => {
    const found = cache.get(text) ?? read(text);
    cache.set(text, found);
    return found;
  };
};

/** The number of expressions in the settings. */
export const countExpressions = (nodes: readonly GraphNode[]): number =>
  nodes
    .flatMap(({ settings }) => textsIn(settings))
    .reduce((sum, text) => sum + text.split('{%').length - 1, 0);
