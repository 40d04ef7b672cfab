import {
  canOpen,
  groupState,
  opensItself,
  stepGroups,
  type Statuses,
} from '#lib/domain/service-portal/step.rules.ts';
import type { StepGroup } from '#lib/domain/service-portal/portal.schema.ts';
import { draw } from '#test/support/drawing.ts';

const written = (groups: readonly StepGroup[]): string =>
  groups.map(({ kind, steps }) => `${kind}(${steps.map(({ id }) => id).join(' ')})`).join(' ');

const groupsOf = (drawing: string) => stepGroups(draw(drawing));

describe('the steps of an app', () => {
  it.each([
    ['nothing to follow', 'start -> end', ''],
    ['one call', 'start -> fetch:http_request -> end', 'Process(fetch)'],
    [
      'neighbours of one kind',
      'start -> fetch:http_request -> sum:python_code -> end',
      'Process(fetch sum)',
    ],
    [
      'a wait between calls',
      'start -> one:http_request -> rest:delay -> two:http_request -> end',
      'Process(one) Wait(rest) Process(two)',
    ],
    ['two waits', 'start -> a:delay -> b:delay -> end', 'Wait(a b)'],
    [
      'two inputs, which never merge',
      'start -> who:user_input -> why:user_input -> end\nwho -expired-> end\nwhy -expired-> end',
      'Input(who) Input(why)',
    ],
    [
      'two approvals, which never merge',
      'start -> a:approval -approved-> b:approval -approved-> end\n' +
        'a -rejected-> end\nb -rejected-> end',
      'Approve(a) Approve(b)',
    ],
    [
      'a branch and then the other',
      'start -> risky:condition -yes-> ask:approval -approved-> fix:http_request -> end\n' +
        'risky -no-> tell:notification -> end\nask -rejected-> end',
      'Process(risky) Approve(ask) Process(fix tell)',
    ],
    [
      'what follows a meeting after both of its ways',
      'start -> both:parallel -> a:http_request -> met:merge -> after:delay -> end\n' +
        'both -> b:delay -> met',
      'Process(both a) Wait(b) Process(met) Wait(after)',
    ],
    [
      'the body of a loop',
      'start -> each:loop -> ask:approval -approved-> fix:http_request -> over:loop_end -> end\n' +
        'ask -rejected-> over',
      'Process(each) Approve(ask) Process(fix over)',
    ],
    ['nothing that cannot be reached', 'start -> end\nlost:http_request -> end', ''],
  ])('%s', (_, drawing, groups) => {
    expect(written(groupsOf(drawing))).toBe(groups);
  });

  it('are found in a graph as long as a bot may be', () => {
    const middle = Array.from({ length: 4_990 }, (_, at) => `n${at}:http_request`);
    const [group, ...more] = groupsOf(`start -> ${middle.join(' -> ')} -> end`);
    expect([group?.steps.length, more]).toEqual([4_990, []]);
  });

  it('are none of a graph without a start, and each once where arrows run in a circle', () => {
    expect(stepGroups({ nodes: [], edges: [] })).toEqual([]);
    expect(written(groupsOf('start -> a:http_request -> b:http_request -> a'))).toBe(
      'Process(a b)',
    );
  });
});

const group: StepGroup = {
  kind: 'Process',
  steps: [
    { id: 'a', type: 'http_request', name: 'a' },
    { id: 'b', type: 'http_request', name: 'b' },
  ],
};

describe('the state of a group', () => {
  it.each<[Statuses, string]>([
    [{}, 'QUEUED'],
    [{ a: 'SUCCEEDED', b: 'SUCCEEDED' }, 'SUCCEEDED'],
    [{ a: 'SUCCEEDED', b: 'COMPLETED' }, 'SUCCEEDED'],
    [{ a: 'RESOLVED', b: 'COMPLETED' }, 'SUCCEEDED'],
    [{ a: 'SUCCEEDED' }, 'QUEUED'],
    [{ a: 'CANCELLED', b: 'CANCELLED' }, 'CANCELLED'],
    [{ a: 'CANCELLED', b: 'SUCCEEDED' }, 'QUEUED'],
    [{ a: 'CANCELLED', b: 'FAILED' }, 'FAILED'],
    [{ a: 'FAILED', b: 'WAITING_FOR_APPROVAL' }, 'FAILED'],
    [{ a: 'WAITING_FOR_INPUT', b: 'WAITING_FOR_APPROVAL' }, 'WAITING_FOR_APPROVAL'],
    [{ a: 'IN_PROGRESS', b: 'WAITING_FOR_INPUT' }, 'WAITING_FOR_INPUT'],
    [{ a: 'SUCCEEDED', b: 'IN_PROGRESS' }, 'IN_PROGRESS'],
    [{ a: 'SUCCEEDED', b: 'QUEUED' }, 'QUEUED'],
  ])('of %j is %s', (statuses, state) => {
    expect(groupState(group, statuses)).toBe(state);
  });

  it('knows no step by an inherited name', () => {
    const odd = { ...group, steps: [{ id: 'toString', type: 'delay' as const, name: 'odd' }] };
    expect(groupState(odd, {})).toBe('QUEUED');
  });
});

describe('which group is open', () => {
  const groups = groupsOf(
    'start -> who:user_input -> fetch:http_request -> ask:approval -approved-> end\n' +
      'who -expired-> end\nask -rejected-> end',
  );

  it.each<[Statuses, (number | undefined)[], number | undefined]>([
    [{}, [1], undefined],
    [{ who: 'WAITING_FOR_INPUT' }, [0, 1], 0],
    [{ who: 'IN_PROGRESS' }, [0, 1], 0],
    [{ who: 'SUCCEEDED', fetch: 'IN_PROGRESS' }, [1], undefined],
    [{ who: 'SUCCEEDED', fetch: 'SUCCEEDED', ask: 'WAITING_FOR_APPROVAL' }, [1, 2], 2],
    [{ who: 'RESOLVED', ask: 'COMPLETED' }, [1], undefined],
    [{ who: 'FAILED' }, [0, 1], undefined],
  ])('with %j: %j may be opened, and %s opens itself', (statuses, may, itself) => {
    const open = [...groups.keys()].filter((at) => groups[at] && canOpen(groups[at], statuses));
    expect([open, opensItself(groups, statuses)]).toEqual([may, itself]);
  });
});
