import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { stepGroups } from '#lib/domain/service-portal/step-groups.rules.ts';
import type { StepGroup } from '#lib/domain/service-portal/portal.schema.ts';
import { draw } from '#test/support/drawing.ts';

const groupsText = (groups: readonly StepGroup[]): string =>
  groups.map(({ kind, steps }) => `${kind}(${steps.map(({ id }) => id).join(' ')})`).join(' ');

const groupsOf = (drawing: string): string => groupsText(stepGroups(draw(drawing)));

/** The graph with some nodes changed. */
const changedGraph = (drawing: string, change: (node: GraphNode) => Partial<GraphNode>): Graph => {
  const graph = draw(drawing);
  return { ...graph, nodes: graph.nodes.map((node) => ({ ...node, ...change(node) })) };
};

/** A description, a drawing, and the accordion that people see. */
const straight: [what: string, drawing: string, groups: string][] = [
  ['nothing to follow', 'start -> end', ''],
  ['a start alone', 'start -> end\nlost:delay -> end', ''],
  ['one HTTP request', 'start -> fetch:http_request -> end', 'Process(fetch)'],
  ['one computation', 'start -> sum:python_code -> end', 'Process(sum)'],
  [
    'a notification as a step of the kind Process',
    'start -> tell:notification -> end',
    'Process(tell)',
  ],
  ['one wait', 'start -> rest:delay -> end', 'Wait(rest)'],
  ['one form', 'start -> who:user_input -next-> end\nwho -expired-> end', 'Input(who)'],
  ['one question', 'start -> ask:approval -approved-> end\nask -rejected-> end', 'Approve(ask)'],
  [
    'neighbours of one kind',
    'start -> fetch:http_request -> sum:python_code -> tell:notification -> end',
    'Process(fetch sum tell)',
  ],
  [
    'a wait between two groups of calls',
    'start -> one:http_request -> rest:delay -> two:http_request -> end',
    'Process(one) Wait(rest) Process(two)',
  ],
  ['two waits', 'start -> a:delay -> b:delay -> end', 'Wait(a b)'],
  [
    'two inputs, which never merge',
    `start -> who:user_input -next-> why:user_input -next-> end
     who -expired-> end
     why -expired-> end`,
    'Input(who) Input(why)',
  ],
  [
    'three approvals, which never merge',
    `start -> a:approval -approved-> b:approval -approved-> c:approval -approved-> end
     a -rejected-> end
     b -rejected-> end
     c -rejected-> end`,
    'Approve(a) Approve(b) Approve(c)',
  ],
  [
    'an input, then an approval',
    `start -> who:user_input -next-> ask:approval -approved-> end
     who -expired-> end
     ask -rejected-> end`,
    'Input(who) Approve(ask)',
  ],
  [
    'no note between the steps',
    'start -> a:http_request -> b:http_request -> end\nabout:note',
    'Process(a b)',
  ],
  ['two ends', 'start -> a:condition -yes-> done:end\na -no-> over:end', 'Process(a)'],
];

const branching: typeof straight = [
  [
    'one branch and then the other',
    `start -> risky:condition -yes-> ask:approval -approved-> fix:http_request -> end
     risky -no-> tell:notification -> end
     ask -rejected-> end`,
    'Process(risky) Approve(ask) Process(fix tell)',
  ],
  [
    'yes before no, although no was drawn first',
    `start -> risky:condition -no-> rest:delay -> end
     risky -yes-> ask:approval -approved-> end
     ask -rejected-> end`,
    'Process(risky) Approve(ask) Wait(rest)',
  ],
  [
    'what was approved before what was rejected, although that was drawn first',
    `start -> ask:approval -rejected-> rest:delay -> end
     ask -approved-> fix:http_request -> end`,
    'Approve(ask) Process(fix) Wait(rest)',
  ],
  [
    'what was filled in before what expired',
    `start -> who:user_input -expired-> rest:delay -> end
     who -next-> fix:http_request -> end`,
    'Input(who) Process(fix) Wait(rest)',
  ],
  [
    'a node where branches meet without a merge, after both of them',
    `start -> risky:condition -yes-> slow:delay -> both:http_request -> end
     risky -no-> quick:python_code -> both`,
    'Process(risky) Wait(slow) Process(quick both)',
  ],
  [
    'a branch that skips a step',
    `start -> risky:condition -yes-> ask:approval -approved-> fix:http_request -> end
     risky -no-> fix
     ask -rejected-> end`,
    'Process(risky) Approve(ask) Process(fix)',
  ],
  [
    'branches within branches',
    `start -> a:condition -yes-> b:condition -yes-> rest:delay -> end
     b -no-> who:user_input -next-> end
     a -no-> last:http_request -> end
     who -expired-> end`,
    'Process(a b) Wait(rest) Input(who) Process(last)',
  ],
];

const together: typeof straight = [
  [
    'what follows a merge after all branches',
    `start -> both:parallel -> a:http_request -> met:merge -> after:delay -> end
     both -> b:delay -> met`,
    'Process(both a) Wait(b) Process(met) Wait(after)',
  ],
  [
    'three branches in the order drawn',
    `start -> all:parallel -> a:delay -> met:merge -> end
     all -> b:http_request -> met
     all -> c:delay -> met`,
    'Process(all) Wait(a) Process(b) Wait(c) Process(met)',
  ],
  [
    'questions in branches, each in a group of its own',
    `start -> all:parallel -> a:approval -approved-> met:merge -> end
     all -> b:approval -approved-> met
     a -rejected-> met
     b -rejected-> met`,
    'Process(all) Approve(a) Approve(b) Process(met)',
  ],
  [
    'a branch that goes straight to the merge',
    `start -> all:parallel -> met:merge -> rest:delay -> end
     all -> a:http_request -> met`,
    'Process(all a met) Wait(rest)',
  ],
  [
    'the body of a loop',
    `start -> each:loop -body-> ask:approval -approved-> fix:http_request -> over:loop_end -> end
     ask -rejected-> over`,
    'Process(each) Approve(ask) Process(fix over)',
  ],
  [
    'a loop in a loop',
    `start -> each:loop -body-> inner:loop -body-> rest:delay -> done:loop_end
     done -> over:loop_end -> end`,
    'Process(each inner) Wait(rest) Process(done over)',
  ],
  [
    'a parallel in a loop',
    `start -> each:loop -body-> all:parallel -> a:delay -> met:merge -> over:loop_end -> end
     all -> b:user_input -next-> met
     b -expired-> met`,
    'Process(each all) Wait(a) Input(b) Process(met over)',
  ],
];

const odd: typeof straight = [
  [
    'each node once where edges run in a circle',
    'start -> a:http_request -> b:delay -> a',
    'Process(a) Wait(b)',
  ],
  [
    'a circle through a loop',
    'start -> each:loop -body-> rest:delay -> over:loop_end -> each\nover -> end',
    'Process(each) Wait(rest) Process(over)',
  ],
  ['a node that leads to itself', 'start -> a:http_request -> a', 'Process(a)'],
  [
    'a circle that goes back to the start',
    'start -> a:http_request -> b:delay -> start',
    'Process(a) Wait(b)',
  ],
  ['nothing that cannot be reached', 'start -> a:delay -> end\nlost:http_request -> a', 'Wait(a)'],
  ['no island, even where it runs in a circle', 'start -> end\nx:http_request -> y:delay -> x', ''],
];

describe('the steps of an app', () => {
  it.each([...straight, ...branching, ...together, ...odd])('show %s', (_, drawing, groups) => {
    expect(groupsOf(drawing)).toBe(groups);
  });

  it('are empty without a start, and ignore edges to missing nodes', () => {
    expect(stepGroups({ nodes: [], edges: [] })).toEqual([]);
    const { nodes } = draw('start -> a:delay -> end');
    const edges = ['a', 'gone', 'end'].map((target) => ({ id: target, source: 'start', target }));
    expect(groupsText(stepGroups({ nodes, edges }))).toBe('Wait(a)');
    expect(stepGroups({ nodes: nodes.slice(1), edges })).toEqual([]);
  });

  it('leave out disabled nodes, and merge the groups around them', () => {
    const drawing =
      'start -> a:http_request -> rest:delay -> b:http_request -> tell:notification -> end';
    const off = new Set(['rest', 'tell']);
    const graph = changedGraph(drawing, ({ id }) => (off.has(id) ? { disabled: true } : {}));
    expect(groupsText(stepGroups(graph))).toBe('Process(a b)');
  });

  it('keep approvals, which cannot be disabled', () => {
    const graph = changedGraph(
      'start -> ask:approval -approved-> end\nask -rejected-> end',
      () => ({
        disabled: true,
      }),
    );
    expect(groupsText(stepGroups(graph))).toBe('Approve(ask)');
  });

  it('continue with the error branch after the normal one', () => {
    const baseGraph = changedGraph(
      'start -> call:http_request -error-> rest:delay -> end',
      ({ type, policy }) =>
        type === 'http_request' ? { policy: { ...policy, on_error: 'branch' } as never } : {},
    );
    const nodes = [
      ...baseGraph.nodes,
      ...draw('start -> next:python_code -> end').nodes.slice(1, 2),
    ];
    const edges = [...baseGraph.edges, { id: 'meant', source: 'call', target: 'next' }];
    expect(groupsText(stepGroups({ nodes, edges }))).toBe('Process(call next) Wait(rest)');
  });

  it('are found in a graph of the maximum size', () => {
    const middle = Array.from({ length: 4_990 }, (_, at) => `n${at}:http_request`);
    const [group, ...otherGroups] = stepGroups(draw(`start -> ${middle.join(' -> ')} -> end`));
    expect([group?.steps.length, otherGroups]).toEqual([4_990, []]);
  });
});
