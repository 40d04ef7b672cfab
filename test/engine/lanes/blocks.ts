import * as fc from 'fast-check';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';

/** A random bot: its nodes and how they nest. */
export type Block = Item[];
export type Decision = 'approve' | 'reject' | 'ignore';
export type Item =
  | { kind: 'http_request' }
  | { kind: 'delay' }
  | { kind: 'approval'; decision: Decision }
  | { kind: 'condition'; yes: boolean; ways: [Block, Block] }
  | { kind: 'parallel'; failAll: boolean; branches: Block[] }
  | { kind: 'loop'; turns: number; atOnce: number; failAll: boolean; body: Block };

const { block } = fc.letrec<{ block: Block; item: Item }>((tie) => ({
  block: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
  item: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    { arbitrary: fc.constant<Item>({ kind: 'http_request' }), weight: 4 },
    { arbitrary: fc.constant<Item>({ kind: 'delay' }), weight: 1 },
    {
      arbitrary: fc.record({
        kind: fc.constant('approval' as const),
        decision: fc.constantFrom<Decision>('approve', 'approve', 'approve', 'reject', 'ignore'),
      }),
      weight: 2,
    },
    {
      arbitrary: fc.record({
        kind: fc.constant('condition' as const),
        yes: fc.boolean(),
        ways: fc.tuple(tie('block'), tie('block')),
      }),
      weight: 1,
    },
    {
      arbitrary: fc.record({
        kind: fc.constant('parallel' as const),
        failAll: fc.boolean(),
        branches: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
      }),
      weight: 2,
    },
    {
      arbitrary: fc.record({
        kind: fc.constant('loop' as const),
        turns: fc.integer({ min: 0, max: 3 }),
        atOnce: fc.integer({ min: 1, max: 3 }),
        failAll: fc.boolean(),
        body: tie('block'),
      }),
      weight: 2,
    },
  ),
}));

export const blocks: fc.Arbitrary<Block> = block;

type OpenHandle = [source: string, handle: string];
export type DrawnBlock = { graph: Graph; decisions: Record<string, Decision> };

const policyOf = (failAll: boolean) => (failAll ? 'fail_all' : 'continue');

/** The graph of a block between a start and an end; requests go to `urlOf(node id)`. */
export const drawBlock = (root: Block, urlOf: (id: string) => string): DrawnBlock => {
  const nodes: GraphNode[] = [];
  const edges: Graph['edges'] = [];
  const decisions: Record<string, Decision> = {};

  const add = (type: GraphNode['type'], ways: OpenHandle[], settings: object = {}): string => {
    const id = `n${nodes.length}`;
    const position = { x: 0, y: 0 };
    nodes.push({ id, type, name: id, position, settings: { ...settings } });
    for (const [source, sourceHandle] of ways) {
      edges.push({ id: `e${edges.length}`, source, sourceHandle, target: id });
    }
    return id;
  };

  const addItem = (item: Item, ways: OpenHandle[]): OpenHandle[] => {
    if (item.kind === 'http_request') {
      const url = urlOf(`n${nodes.length}`);
      return [[add('http_request', ways, { url, method: 'POST' }), 'next']];
    }
    if (item.kind === 'delay') return [[add('delay', ways, { seconds: 5 }), 'next']];
    if (item.kind === 'approval') {
      const id = add('approval', ways, { message: 'May it?', expires_in_minutes: 43_200 });
      decisions[id] = item.decision;
      return [[id, 'approved']];
    }
    if (item.kind === 'condition') {
      const id = add('condition', ways, { expression: `{% ${item.yes} %}` });
      const [yes, no] = item.ways;
      return [...addBlock(yes, [[id, 'yes']]), ...addBlock(no, [[id, 'no']])];
    }
    if (item.kind === 'parallel') {
      const settings = { on_branch_failure: policyOf(item.failAll) };
      const id = add('parallel', ways, settings);
      const branchEnds = item.branches.flatMap((branch) => addBlock(branch, [[id, 'branch']]));
      return [[add('merge', branchEnds), 'next']];
    }
    const id = add('loop', ways, {
      loop_type: 'count',
      count: item.turns,
      max_concurrency: item.atOnce,
      on_iteration_failure: policyOf(item.failAll),
    });
    return [[add('loop_end', addBlock(item.body, [[id, 'body']])), 'next']];
  };

  const addBlock = (items: Block, ways: OpenHandle[]): OpenHandle[] =>
    items.reduce((openHandles, item) => addItem(item, openHandles), ways);

  const start = add('start', []);
  add('end', addBlock(root, [[start, 'next']]));
  return { graph: { nodes, edges }, decisions };
};

const policySuffix = ({ failAll }: { failAll: boolean }): string =>
  failAll ? ' that fails all' : '';

/** An item's kind, as far as items inside it behave differently. */
const nameOf = (item: Item): string => {
  if (item.kind === 'approval') return `${item.kind} (${item.decision})`;
  return 'failAll' in item ? item.kind + policySuffix(item) : item.kind;
};

const partsOf = (item: Item): Block[] => {
  if (item.kind === 'condition') return item.ways;
  if (item.kind === 'parallel') return item.branches;
  return item.kind === 'loop' ? [item.body] : [];
};

/** The pairs of kinds that are directly nested, anywhere in a block. */
export const nestedPairsOf = (block: Block): [outer: string, inner: string][] =>
  block.flatMap((item) =>
    partsOf(item).flatMap((part) => [
      ...part.map((inner): [string, string] => [nameOf(item), nameOf(inner)]),
      ...nestedPairsOf(part),
    ]),
  );
