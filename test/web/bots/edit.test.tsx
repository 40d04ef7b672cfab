import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kind.schema.ts';
import { nodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import { applyEdit, type Edit } from '#web/pages/bots/editor/document/edit.ts';
import { looseStart } from '#web/pages/bots/editor/document/insert.ts';
import { boxOf, overlap } from '#web/components/graph/node-size.ts';
import { tidied } from '#web/components/graph/tidy.ts';
import { draw, read } from './picture.ts';

const line = draw('start -> wait:delay -> end');
const forked = draw('start -> risky:condition -yes-> ask:approval', 'risky -no-> end');

const add = (kind: NodeKind, where: object): Edit =>
  ({ do: 'add', kind, id: 'new', where }) as Edit;

const asking = draw('start -> ask:http_request -> end', 'sorry:end');
const usual = nodePolicy.parse({});
const branching = nodePolicy.parse({ on_error: 'branch' });
const both = draw('start -> both:parallel -branch-> one:delay -> meet:merge -> end');

const scenarios: [name: string, graph: Graph, edit: Edit, picture: string[]][] = [
  [
    'a node added behind a free way is connected',
    draw('start'),
    add('delay', { after: 'start' }),
    ['start -> Delay'],
  ],
  [
    'behind a node whose way is taken, it goes into the arrow',
    line,
    add('condition', { after: 'start' }),
    ['Condition -yes-> wait', 'start -> Condition', 'wait -> end'],
  ],
  [
    'behind a fork it takes the first free way',
    draw('start -> risky:condition -yes-> end'),
    add('delay', { after: 'risky' }),
    ['risky -no-> Delay', 'risky -yes-> end', 'start -> risky'],
  ],
  [
    'behind a named way it takes that one',
    draw('start -> risky:condition'),
    add('delay', { after: 'risky', handle: 'no' }),
    ['risky -no-> Delay', 'start -> risky'],
  ],
  [
    'an end never goes into an arrow: it stands beside',
    draw('start -> end'),
    add('end', { after: 'start' }),
    ['start -> end', 'End 2'],
  ],
  [
    'a node put into an arrow joins both ends',
    forked,
    add('delay', { into: 'risky_yes' }),
    ['Delay -> ask', 'risky -no-> end', 'risky -yes-> Delay', 'start -> risky'],
  ],
  ['a note is never connected', line, add('note', { after: 'start' }), [...read(line), 'Note']],
  ['a second start is refused', line, add('start', { at: { x: 0, y: 0 } }), read(line)],
  [
    'names stay unique, whatever their case',
    draw('Delay:delay'),
    add('delay', { at: { x: 0, y: 0 } }),
    ['Delay', 'Delay 2'],
  ],
  [
    'a second arrow from the same way replaces the first',
    line,
    { do: 'connect', id: 'x', source: 'start', target: 'end' },
    ['start -> end', 'wait -> end'],
  ],
  [
    'an arrow into the start is refused',
    line,
    { do: 'connect', id: 'x', source: 'wait', target: 'start' },
    read(line),
  ],
  [
    'an arrow from a way that the kind does not have is refused',
    line,
    { do: 'connect', id: 'x', source: 'wait', sourceHandle: 'yes', target: 'end' },
    read(line),
  ],
  [
    'an arrow from a node to itself is refused',
    line,
    { do: 'connect', id: 'x', source: 'wait', target: 'wait' },
    read(line),
  ],
  [
    'a deleted node takes its arrows along',
    line,
    { do: 'delete', nodes: ['wait'], edges: [] },
    ['end', 'start'],
  ],
  [
    'an arrow is deleted alone',
    line,
    { do: 'delete', nodes: [], edges: ['start_next'] },
    ['wait -> end', 'start'],
  ],
  [
    'a parallel comes with its merge, and both go into the arrow',
    line,
    add('parallel', { into: 'start_next' }),
    ['Merge -> wait', 'Parallel -branch-> Merge', 'start -> Parallel', 'wait -> end'],
  ],
  [
    'a loop comes with its end, behind the node that it was asked for',
    draw('start'),
    add('loop', { after: 'start' }),
    ['Loop -body-> Loop end', 'start -> Loop'],
  ],
  [
    'a loop that stands alone comes with its end',
    draw('start'),
    add('loop', { at: { x: 300, y: 0 } }),
    ['Loop -body-> Loop end', 'start'],
  ],
  [
    'a merge and a loop end can be added alone',
    draw('start'),
    add('merge', { after: 'start' }),
    ['start -> Merge'],
  ],
  [
    'behind a parallel, a branch that is empty is filled first',
    draw('start -> both:parallel -branch-> meet:merge'),
    add('delay', { after: 'both' }),
    ['Delay -> meet', 'both -branch-> Delay', 'start -> both'],
  ],
  [
    'behind a parallel, a node is a new branch, which meets the others',
    both,
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
    'a parallel inside of a branch has a merge of its own',
    both,
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
    'a parallel keeps all its arrows when another is drawn',
    both,
    { do: 'connect', id: 'x', source: 'both', sourceHandle: 'branch', target: 'meet' },
    ['both -branch-> meet', 'both -branch-> one', 'meet -> end', 'one -> meet', 'start -> both'],
  ],
  [
    'a policy that branches on errors adds a way out',
    applyEdit(asking, { do: 'setPolicy', id: 'ask', policy: branching }),
    { do: 'connect', id: 'x', source: 'ask', sourceHandle: 'error', target: 'sorry' },
    ['ask -> end', 'ask -error-> sorry', 'start -> ask'],
  ],
  [
    'and without it the arrow of that way goes',
    {
      ...applyEdit(asking, { do: 'setPolicy', id: 'ask', policy: branching }),
      edges: [...asking.edges, { id: 'x', source: 'ask', sourceHandle: 'error', target: 'sorry' }],
    },
    { do: 'setPolicy', id: 'ask', policy: usual },
    ['ask -> end', 'start -> ask', 'sorry'],
  ],
  [
    'pasted nodes get new names, keep the arrows between them and bring no second start',
    line,
    { do: 'paste', fragment: line, seed: 'copy', offset: { x: 40, y: 40 } },
    ['start -> wait', 'wait -> end', 'wait 2 -> end 2'],
  ],
];

describe('an edit of the graph', () => {
  it.each(scenarios)('%s', (_name, graph, edit, picture) => {
    expect(read(applyEdit(graph, edit))).toEqual(picture);
  });

  it('never changes the graph it was given', () => {
    for (const [, graph, edit] of scenarios) {
      const before = structuredClone(graph);
      applyEdit(graph, edit);
      expect(graph).toEqual(before);
    }
  });

  it('answers the same object when it changes nothing', () => {
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
  it('is left out of the graph where it says nothing but the defaults', () => {
    const set = applyEdit(asking, { do: 'setPolicy', id: 'ask', policy: branching });
    const ask = (graph: Graph) => graph.nodes.find(({ id }) => id === 'ask');
    expect(ask(set)?.policy).toEqual(branching);
    expect(ask(applyEdit(set, { do: 'setPolicy', id: 'ask', policy: usual }))).not.toHaveProperty(
      'policy',
    );
  });
});

const touching = ({ nodes }: Graph): string[] =>
  nodes.flatMap((a, index) =>
    nodes.slice(index + 1).flatMap((b) => (overlap(boxOf(a), boxOf(b)) ? [`${a.id}/${b.id}`] : [])),
  );

describe('where nodes stand', () => {
  it('keeps nodes apart, however many are added at one place', () => {
    let graph = draw('start');
    for (const id of ['a', 'b', 'c', 'd']) {
      graph = applyEdit(graph, { do: 'add', kind: 'delay', id, where: { at: { x: 10, y: 10 } } });
    }
    expect(touching(graph)).toEqual([]);
  });

  it('moves what follows down to make room inside an arrow', () => {
    const graph = applyEdit(line, add('delay', { into: 'start_next' }));
    const y = (id: string) => graph.nodes.find((node) => node.id === id)?.position.y ?? 0;
    expect(y('start')).toBe(0);
    expect(y('new')).toBeGreaterThan(y('start') + 72);
    expect(y('wait')).toBeGreaterThan(y('new') + 72);
    expect(y('end') - y('wait')).toBe(200);
  });

  it('puts a node below where the arrow to it was let go', () => {
    const graph = applyEdit(
      draw('start'),
      add('delay', { after: 'start', handle: 'next', near: { x: 700, y: 500 } }),
    );
    expect(graph.nodes[1]?.position).toEqual({ x: 590, y: 500 });
    expect(graph.edges).toEqual([{ id: 'new_in', source: 'start', target: 'new' }]);
  });

  it('puts what nothing follows beside the arrow that it cannot be put into', () => {
    const graph = applyEdit(line, add('end', { into: 'start_next' }));
    expect(graph.nodes).toHaveLength(line.nodes.length + 1);
    expect(graph.edges).toEqual(line.edges);
    expect(touching(graph)).toEqual([]);
  });

  it('tidies into rows from top to bottom, with yes left of no, and stays there', () => {
    const messy = applyEdit(forked, { do: 'move', to: { risky: { x: 7, y: 900 } } });
    const tidy = tidied(messy);
    const at = (id: string) => tidy.nodes.find((node) => node.id === id)?.position;
    expect(at('start')?.y).toBeLessThan(at('risky')?.y ?? 0);
    expect(at('risky')?.y).toBeLessThan(at('ask')?.y ?? 0);
    expect(at('ask')?.x).toBeLessThan(at('end')?.x ?? 0);
    expect(touching(tidy)).toEqual([]);
    expect(tidied(tidy)).toEqual(tidy);
  });

  it('moves a note along with the node it stands beside', () => {
    const noted = draw('start -> end', 'note');
    const placed = applyEdit(noted, {
      do: 'move',
      to: { end: { x: 900, y: 300 }, note: { x: 900, y: 400 } },
    });
    const tidy = tidied(placed);
    const at = (id: string) => tidy.nodes.find((node) => node.id === id)?.position;
    expect(at('note')).toEqual({ x: at('end')?.x, y: (at('end')?.y ?? 0) + 100 });
  });
});

describe('a node that is added while nothing is selected', () => {
  it.each([
    ['goes behind a start that leads nowhere', draw('start'), { after: 'start' }],
    ['goes there beside an end as well', draw('start', 'end'), { after: 'start' }],
    ['stays alone where something else is left open', draw('start', 'wait:delay'), undefined],
    ['stays alone where the start leads somewhere', draw('start -> wait:delay'), undefined],
  ])('%s', (_name, graph, where) => {
    expect(looseStart(graph)).toEqual(where);
  });
});
