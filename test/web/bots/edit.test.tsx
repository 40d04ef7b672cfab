import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import { nodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import { applyEdit, type Edit } from '#web/pages/bots/editor/document/edit.ts';
import { insertPointAfterStart } from '#web/pages/bots/editor/document/insert.ts';
import { boxOf, isTooClose } from '#web/components/graph/node-size.ts';
import { tidyGraph } from '#web/components/graph/tidy.ts';
import { describeGraph, draw } from './graph-drawing.ts';

const line = draw('start -> wait:delay -> end');
const forked = draw('start -> risky:condition -yes-> ask:approval', 'risky -no-> end');

const add = (kind: NodeKind, point: object): Edit =>
  ({ do: 'add', kind, id: 'new', insertPoint: point }) as Edit;

const requestGraph = draw('start -> ask:http_request -> end', 'sorry:end');
const usual = nodePolicy.parse({});
const branching = nodePolicy.parse({ on_error: 'branch' });
const parallelGraph = draw('start -> both:parallel -branch-> one:delay -> meet:merge -> end');

const scenarios: [name: string, graph: Graph, edit: Edit, picture: string[]][] = [
  [
    'connects a node added behind a free exit',
    draw('start'),
    add('delay', { after: 'start' }),
    ['start -> Delay'],
  ],
  [
    'inserts a node into the arrow of an exit in use',
    line,
    add('condition', { after: 'start' }),
    ['Condition -yes-> wait', 'start -> Condition', 'wait -> end'],
  ],
  [
    'connects a node added behind a condition to the first free exit',
    draw('start -> risky:condition -yes-> end'),
    add('delay', { after: 'risky' }),
    ['risky -no-> Delay', 'risky -yes-> end', 'start -> risky'],
  ],
  [
    'connects a node to the named exit',
    draw('start -> risky:condition'),
    add('delay', { after: 'risky', handle: 'no' }),
    ['risky -no-> Delay', 'start -> risky'],
  ],
  [
    'places an end beside an arrow instead of into the arrow',
    draw('start -> end'),
    add('end', { after: 'start' }),
    ['start -> end', 'End 2'],
  ],
  [
    'connects a node inserted into an arrow to both ends',
    forked,
    add('delay', { into: 'risky_yes' }),
    ['Delay -> ask', 'risky -no-> end', 'risky -yes-> Delay', 'start -> risky'],
  ],
  [
    'never connects a note',
    line,
    add('note', { after: 'start' }),
    [...describeGraph(line), 'Note'],
  ],
  ['refuses a second start', line, add('start', { at: { x: 0, y: 0 } }), describeGraph(line)],
  [
    'keeps names unique regardless of case',
    draw('Delay:delay'),
    add('delay', { at: { x: 0, y: 0 } }),
    ['Delay', 'Delay 2'],
  ],
  [
    'replaces the arrow when another one leaves the same exit',
    line,
    { do: 'connect', id: 'x', source: 'start', target: 'end' },
    ['start -> end', 'wait -> end'],
  ],
  [
    'refuses an arrow into the start',
    line,
    { do: 'connect', id: 'x', source: 'wait', target: 'start' },
    describeGraph(line),
  ],
  [
    'refuses an arrow from an exit that the kind does not have',
    line,
    { do: 'connect', id: 'x', source: 'wait', sourceHandle: 'yes', target: 'end' },
    describeGraph(line),
  ],
  [
    'refuses an arrow from a node to itself',
    line,
    { do: 'connect', id: 'x', source: 'wait', target: 'wait' },
    describeGraph(line),
  ],
  [
    'deletes the arrows of a deleted node',
    line,
    { do: 'delete', nodes: ['wait'], edges: [] },
    ['end', 'start'],
  ],
  [
    'deletes a single arrow',
    line,
    { do: 'delete', nodes: [], edges: ['start_next'] },
    ['wait -> end', 'start'],
  ],
  [
    'inserts a parallel with its merge into an arrow',
    line,
    add('parallel', { into: 'start_next' }),
    ['Merge -> wait', 'Parallel -branch-> Merge', 'start -> Parallel', 'wait -> end'],
  ],
  [
    'adds a loop with its end behind the given node',
    draw('start'),
    add('loop', { after: 'start' }),
    ['Loop -body-> Loop end', 'start -> Loop'],
  ],
  [
    'adds an unconnected loop with its end',
    draw('start'),
    add('loop', { at: { x: 300, y: 0 } }),
    ['Loop -body-> Loop end', 'start'],
  ],
  [
    'adds a merge alone, without a parallel',
    draw('start'),
    add('merge', { after: 'start' }),
    ['start -> Merge'],
  ],
  [
    'fills an empty branch of a parallel first',
    draw('start -> both:parallel -branch-> meet:merge'),
    add('delay', { after: 'both' }),
    ['Delay -> meet', 'both -branch-> Delay', 'start -> both'],
  ],
  [
    'adds a node behind a parallel as a new branch up to the merge',
    parallelGraph,
    add('delay', { after: 'both', handle: 'branch' }),
    [
      'Delay -> meet',
      'both -branch-> Delay',
      'both -branch-> one',
      'meet -> end',
      'one -> meet',
      'start -> both',
    ],
  ],
  [
    'adds a parallel inside a branch with its own merge',
    parallelGraph,
    add('parallel', { after: 'both' }),
    [
      'Merge -> meet',
      'Parallel -branch-> Merge',
      'both -branch-> Parallel',
      'both -branch-> one',
      'meet -> end',
      'one -> meet',
      'start -> both',
    ],
  ],
  [
    'keeps the arrows of a parallel when another is added',
    parallelGraph,
    { do: 'connect', id: 'x', source: 'both', sourceHandle: 'branch', target: 'meet' },
    ['both -branch-> meet', 'both -branch-> one', 'meet -> end', 'one -> meet', 'start -> both'],
  ],
  [
    'adds an error exit for a policy that branches on errors',
    applyEdit(requestGraph, { do: 'setPolicy', id: 'ask', policy: branching }),
    { do: 'connect', id: 'x', source: 'ask', sourceHandle: 'error', target: 'sorry' },
    ['ask -> end', 'ask -error-> sorry', 'start -> ask'],
  ],
  [
    'deletes the arrow of the error exit with the policy',
    {
      ...applyEdit(requestGraph, { do: 'setPolicy', id: 'ask', policy: branching }),
      edges: [
        ...requestGraph.edges,
        { id: 'x', source: 'ask', sourceHandle: 'error', target: 'sorry' },
      ],
    },
    { do: 'setPolicy', id: 'ask', policy: usual },
    ['ask -> end', 'start -> ask', 'sorry'],
  ],
  [
    'pastes nodes with new names and their arrows, but without a second start',
    line,
    { do: 'paste', fragment: line, seed: 'copy', offset: { x: 40, y: 40 } },
    ['start -> wait', 'wait -> end', 'wait 2 -> end 2'],
  ],
];

describe('editing the graph', () => {
  it.each(scenarios)('%s', (_name, graph, edit, picture) => {
    expect(describeGraph(applyEdit(graph, edit))).toEqual(picture);
  });

  it('never changes the graph it was given', () => {
    for (const [, graph, edit] of scenarios) {
      const before = structuredClone(graph);
      applyEdit(graph, edit);
      expect(graph).toEqual(before);
    }
  });

  it('returns the same object when nothing changes', () => {
    const nothings: Edit[] = [
      { do: 'move', to: { wait: { x: 0, y: 200.2 } } },
      { do: 'rename', id: 'wait', name: 'wait' },
      { do: 'delete', nodes: ['gone'], edges: ['gone'] },
      { do: 'connect', id: 'x', source: 'start', target: 'wait' },
      { do: 'setPolicy', id: 'wait', policy: usual },
      { do: 'paste', fragment: draw('start'), seed: 'copy', offset: { x: 0, y: 0 } },
    ];
    for (const edit of nothings) expect(applyEdit(line, edit)).toBe(line);
  });
});

describe('the policy of a node', () => {
  it('is removed from the graph when it equals the defaults', () => {
    const set = applyEdit(requestGraph, { do: 'setPolicy', id: 'ask', policy: branching });
    const askNode = (graph: Graph) => graph.nodes.find(({ id }) => id === 'ask');
    expect(askNode(set)?.policy).toEqual(branching);
    expect(
      askNode(applyEdit(set, { do: 'setPolicy', id: 'ask', policy: usual })),
    ).not.toHaveProperty('policy');
  });
});

const overlappingPairs = ({ nodes }: Graph): string[] =>
  nodes.flatMap((a, index) =>
    nodes
      .slice(index + 1)
      .flatMap((b) => (isTooClose(boxOf(a), boxOf(b)) ? [`${a.id}/${b.id}`] : [])),
  );

describe('the positions of nodes', () => {
  it('do not overlap when several nodes are added at one place', () => {
    let graph = draw('start');
    for (const id of ['a', 'b', 'c', 'd']) {
      graph = applyEdit(graph, {
        do: 'add',
        kind: 'delay',
        id,
        insertPoint: { at: { x: 10, y: 10 } },
      });
    }
    expect(overlappingPairs(graph)).toEqual([]);
  });

  it('move down to make room for a node inserted into an arrow', () => {
    const graph = applyEdit(line, add('delay', { into: 'start_next' }));
    const y = (id: string) => graph.nodes.find((node) => node.id === id)?.position.y ?? 0;
    expect(y('start')).toBe(0);
    expect(y('new')).toBeGreaterThan(y('start') + 72);
    expect(y('wait')).toBeGreaterThan(y('new') + 72);
    expect(y('end') - y('wait')).toBe(200);
  });

  it('follow the point where the arrow was dropped', () => {
    const graph = applyEdit(
      draw('start'),
      add('delay', { after: 'start', handle: 'next', near: { x: 700, y: 500 } }),
    );
    expect(graph.nodes[1]?.position).toEqual({ x: 590, y: 500 });
    expect(graph.edges).toEqual([{ id: 'new_in', source: 'start', target: 'new' }]);
  });

  it('keep an end apart from the arrow that cannot contain the end', () => {
    const graph = applyEdit(line, add('end', { into: 'start_next' }));
    expect(graph.nodes).toHaveLength(line.nodes.length + 1);
    expect(graph.edges).toEqual(line.edges);
    expect(overlappingPairs(graph)).toEqual([]);
  });

  it('are tidied into rows with "yes" left of "no", and stay stable', () => {
    const messy = applyEdit(forked, { do: 'move', to: { risky: { x: 7, y: 900 } } });
    const tidy = tidyGraph(messy);
    const at = (id: string) => tidy.nodes.find((node) => node.id === id)?.position;
    expect(at('start')?.y).toBeLessThan(at('risky')?.y ?? 0);
    expect(at('risky')?.y).toBeLessThan(at('ask')?.y ?? 0);
    expect(at('ask')?.x).toBeLessThan(at('end')?.x ?? 0);
    expect(overlappingPairs(tidy)).toEqual([]);
    expect(tidyGraph(tidy)).toEqual(tidy);
  });

  it('keep a note beside its node when the graph is tidied', () => {
    const noted = draw('start -> end', 'note');
    const placed = applyEdit(noted, {
      do: 'move',
      to: { end: { x: 900, y: 300 }, note: { x: 900, y: 400 } },
    });
    const tidy = tidyGraph(placed);
    const at = (id: string) => tidy.nodes.find((node) => node.id === id)?.position;
    expect(at('note')).toEqual({ x: at('end')?.x, y: (at('end')?.y ?? 0) + 100 });
  });
});

describe('a node added while nothing is selected', () => {
  it.each([
    ['goes behind an unconnected start', draw('start'), { after: 'start' }],
    ['goes behind an unconnected start beside an end', draw('start', 'end'), { after: 'start' }],
    ['stays alone when another node is unconnected', draw('start', 'wait:delay'), undefined],
    ['stays alone when the start is connected', draw('start -> wait:delay'), undefined],
  ])('%s', (_name, graph, point) => {
    expect(insertPointAfterStart(graph)).toEqual(point);
  });
});
