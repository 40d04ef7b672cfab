import { array, assert, constantFrom, nat, pre, property, record, tuple } from 'fast-check';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { nodeKinds } from '#lib/domain/bots/node-kinds.schema.ts';
import { stepGroups } from '#lib/domain/service-portal/step-groups.rules.ts';

/** Any graph of a few nodes: most could not be published. */
const anyGraph = record({
  kinds: array(constantFrom(...nodeKinds), { maxLength: 12 }),
  arrows: array(tuple(nat(12), nat(12), constantFrom('next', 'yes', 'approved')), {
    maxLength: 30,
  }),
}).map(({ kinds, arrows }): Graph => {
  const nodes = ['start' as const, ...kinds].map((type, at) => {
    return { id: `n${at}`, type, name: `n${at}`, position: { x: at, y: 0 }, settings: {} };
  });
  const edges = arrows.map(([from, to, sourceHandle], at) => {
    return { id: `e${at}`, source: `n${from}`, target: `n${to}`, sourceHandle };
  });
  return { nodes, edges };
});

/** The nodes reachable from the start, found independently of the product. */
const reachableNodes = ({ nodes, edges }: Graph): Set<string> => {
  const found = new Set(['n0']);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const { source, target } of edges) if (found.has(source)) found.add(target);
  }
  return new Set(nodes.map(({ id }) => id).filter((id) => found.has(id)));
};

describe('the steps of any graph', () => {
  it('contain each reached node exactly once, and nothing else', () => {
    assert(
      property(anyGraph, (graph) => {
        const stepIds = stepGroups(graph).flatMap(({ steps }) => steps.map(({ id }) => id));
        const marks = new Set(['start', 'end', 'note']);
        const reachableIds = reachableNodes(graph);
        const followed = graph.nodes.filter(
          ({ id, type }) => reachableIds.has(id) && !marks.has(type),
        );
        expect([...stepIds].sort()).toEqual(followed.map(({ id }) => id).sort());
      }),
    );
  });

  it('merge neighbours of one kind, but never an Input or an Approve', () => {
    assert(
      property(anyGraph, (graph) => {
        const groups = stepGroups(graph);
        groups.forEach(({ kind, steps }, at) => {
          const isAlone = kind === 'Input' || kind === 'Approve';
          expect(steps.length > 1 && isAlone).toBe(false);
          expect(groups[at + 1]?.kind === kind && !isAlone).toBe(false);
        });
      }),
    );
  });

  it('do not depend on the order of the nodes', () => {
    assert(
      property(anyGraph, ({ nodes: [start, ...nodes], edges }) => {
        const turned = { nodes: [...nodes.toReversed(), ...(start ? [start] : [])], edges };
        const graph = { nodes: [...(start ? [start] : []), ...nodes], edges };
        pre(!nodes.some(({ type }) => type === 'start'));
        expect(stepGroups(turned)).toEqual(stepGroups(graph));
      }),
    );
  });
});
