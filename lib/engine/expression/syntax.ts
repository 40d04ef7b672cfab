import type { SyntaxNode } from './hooks.ts';

const isTree = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof RegExp);

/** All nodes of a syntax tree, the root first; lists are searched, but not returned. */
export const nodesInTree = (root: unknown): SyntaxNode[] => {
  const visited = new Set<object>();
  const pending = [root];
  while (pending.length > 0) {
    const next = pending.pop();
    if (!isTree(next) || visited.has(next)) continue;
    visited.add(next);
    pending.push(...Object.values(next));
  }
  return [...visited].filter((found): found is SyntaxNode => !Array.isArray(found));
};
