import { stepGroups } from '#lib/domain/service-portal/step-groups.rules.ts';
import {
  autoOpenIndex,
  canOpen,
  groupState,
  type Statuses,
} from '#lib/domain/service-portal/step.rules.ts';
import type { StepGroup, StepStatus } from '#lib/domain/service-portal/portal.schema.ts';
import { draw } from '#test/support/drawing.ts';

const group: StepGroup = {
  kind: 'Process',
  steps: [
    { id: 'a', type: 'http_request', name: 'a' },
    { id: 'b', type: 'http_request', name: 'b' },
  ],
};

/** States by letter; `-` is a step that the run has not reached. */
const statusByLetter: Record<string, StepStatus | undefined> = {
  '-': undefined,
  Q: 'QUEUED',
  I: 'IN_PROGRESS',
  N: 'WAITING_FOR_INPUT',
  A: 'WAITING_FOR_APPROVAL',
  S: 'SUCCEEDED',
  C: 'COMPLETED',
  R: 'RESOLVED',
  F: 'FAILED',
  X: 'CANCELLED',
};
const statuses = Object.values(statusByLetter);
const letters = Object.keys(statusByLetter);

/** The state of a group of two: a row for the one step, a column for the other. */
const combined: [first: string, states: string][] = [
  //    -QINASCRFX
  ['-', 'QQINAQQQFQ'],
  ['Q', 'QQINAQQQFQ'],
  ['I', 'IIINAIIIFI'],
  ['N', 'NNNNANNNFN'],
  ['A', 'AAAAAAAAFA'],
  ['S', 'QQINASSSFQ'],
  ['C', 'QQINASSSFQ'],
  ['R', 'QQINASSSFQ'],
  ['F', 'FFFFFFFFFF'],
  ['X', 'QQINAQQQFX'],
];

describe('the state of a group of steps', () => {
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

  it.each(combined)('of two steps, one of them %s, is as in the table', (first, expected) => {
    const states = letters.map((second) =>
      groupState(group, { a: statusByLetter[first], b: statusByLetter[second] }),
    );
    const found = states.map(
      (state) => letters.find((one) => statusByLetter[one] === state) ?? '?',
    );
    expect(found.join('')).toBe(expected);
  });

  it('does not depend on the order of three steps', () => {
    const three = {
      ...group,
      steps: [...group.steps, { id: 'c', type: 'http_request' as const, name: 'c' }],
    };
    const stateOf = (...[a, b, c]: (StepStatus | undefined)[]) => groupState(three, { a, b, c });
    for (const a of statuses) {
      for (const b of statuses) {
        for (const c of statuses) {
          const state = stateOf(a, b, c);
          expect([stateOf(b, c, a), stateOf(c, a, b), stateOf(c, b, a)]).toEqual([
            state,
            state,
            state,
          ]);
        }
      }
    }
  });

  it('ignores inherited property names as steps', () => {
    const odd = { ...group, steps: [{ id: 'toString', type: 'delay' as const, name: 'odd' }] };
    expect(groupState(odd, {})).toBe('QUEUED');
  });
});

describe('the open groups of a run', () => {
  const groups = stepGroups(
    draw(
      'start -> who:user_input -> fetch:http_request -> ask:approval -approved-> end\n' +
        'who -expired-> end\nask -rejected-> end',
    ),
  );

  it.each<[Statuses, (number | undefined)[], number | undefined]>([
    [{}, [1], undefined],
    [{ who: 'WAITING_FOR_INPUT' }, [0, 1], 0],
    [{ who: 'IN_PROGRESS' }, [0, 1], 0],
    [{ who: 'SUCCEEDED', fetch: 'IN_PROGRESS' }, [1], undefined],
    [{ who: 'SUCCEEDED', fetch: 'SUCCEEDED', ask: 'WAITING_FOR_APPROVAL' }, [1, 2], 2],
    [{ who: 'RESOLVED', ask: 'COMPLETED' }, [1], undefined],
    [{ who: 'FAILED' }, [0, 1], undefined],
    [{ who: 'CANCELLED' }, [0, 1], undefined],
    [{ who: 'SUCCEEDED', ask: 'IN_PROGRESS' }, [1, 2], 2],
    [{ who: 'COMPLETED', ask: 'FAILED' }, [1, 2], undefined],
    [{ who: 'WAITING_FOR_INPUT', ask: 'WAITING_FOR_APPROVAL' }, [0, 1, 2], 0],
    [{ who: 'SUCCEEDED', fetch: 'SUCCEEDED', ask: 'SUCCEEDED' }, [1], undefined],
  ])(
    'with %j: groups %j can be opened, and %s opens itself',
    (statuses, expectedIndexes, expectedAuto) => {
      const openableIndexes = [...groups.keys()].filter(
        (at) => groups[at] && canOpen(groups[at], statuses),
      );
      expect([openableIndexes, autoOpenIndex(groups, statuses)]).toEqual([
        expectedIndexes,
        expectedAuto,
      ]);
    },
  );
});
