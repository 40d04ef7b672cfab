import { functionNames } from './functions.ts';
import type { SyntaxNode } from './hooks.ts';
import { scopeNames } from './reads.ts';

/** The names bound in a block or function, and the frame around it. */
type Frame = { names: Set<unknown>; outerFrame: Frame | undefined };

/** The names that are always known; the context `$` is named '' and the input `$$` is named '$'. */
const predefinedNames: ReadonlySet<unknown> = new Set([
  '',
  '$',
  'eval',
  ...scopeNames,
  ...functionNames,
]);

const isTree = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && !(value instanceof RegExp);

const listOf = (value: unknown): SyntaxNode[] =>
  Array.isArray(value) ? value.filter((one) => isTree(one)) : [];

/** The variables that a part of an expression binds, and so does not read. */
const boundBy = (node: SyntaxNode): SyntaxNode[] => {
  if (node.type === 'bind') return isTree(node.lhs) ? [node.lhs] : [];
  return node.type === 'lambda' ? listOf(node.arguments) : [];
};

const namesBoundBy = (node: SyntaxNode): unknown[] => [
  ...boundBy(node).map(({ value }) => value),
  ...[node.focus, node.index].filter((name) => name !== undefined),
  ...(node.type === 'index' ? [node.value] : []),
];

const isKnown = (name: unknown, innermost: Frame): boolean => {
  for (let frame: Frame | undefined = innermost; frame; frame = frame.outerFrame) {
    if (frame.names.has(name)) return true;
  }
  return predefinedNames.has(name);
};

export type UnknownName = { name: string; kind: 'variable' | 'function' };

/**
 * The first variable or function in an expression without a value: it is defined neither by the
 * scope, nor by the language, nor by the expression in the same or a surrounding block or function.
 */
export const findUnknownName = (root: SyntaxNode): UnknownName | undefined => {
  const visited = new Set<unknown>();
  const called = new Set<unknown>();
  const uses: { node: SyntaxNode; frame: Frame }[] = [];
  const pending: { value: unknown; outerFrame: Frame }[] = [
    { value: root, outerFrame: { names: new Set(), outerFrame: undefined } },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value: node, outerFrame } = next;
    if (!isTree(node) || visited.has(node)) continue;
    visited.add(node);
    const opensFrame = node.type === 'block' || node.type === 'lambda';
    const frame = opensFrame ? { names: new Set<unknown>(), outerFrame } : outerFrame;
    called.add(node.procedure);
    if (node.type === 'variable') uses.push({ node, frame });
    for (const name of namesBoundBy(node)) frame.names.add(name);
    for (const bound of boundBy(node)) visited.add(bound);
    // Reversed, so that the first part is taken next.
    for (const value of Object.values(node).reverse()) pending.push({ value, outerFrame: frame });
  }
  const unknownNode = uses.find(({ node, frame }) => !isKnown(node.value, frame))?.node;
  const kind = called.has(unknownNode) ? 'function' : 'variable';
  return unknownNode && { name: String(unknownNode.value), kind };
};
