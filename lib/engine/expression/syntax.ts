import type { SyntaxNode } from './hooks.ts';

const isTree = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof RegExp);

/** All nodes of a syntax tree, the root first; lists are searched, but not returned. */
export const nodesInTree = (root: unknown): SyntaxNode[] => {
  const seen = new Set<object>();
  const open = [root];
  while (open.length > 0) {
    const next = open.pop();
    if (!isTree(next) || seen.has(next)) continue;
    seen.add(next);
    open.push(...Object.values(next));
  }
  return [...seen].filter((found): found is SyntaxNode => !Array.isArray(found));
};
