import type { ExecutionState, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { openRunWatcher, type RunSnapshot } from '#test/support/reference-driver.ts';
import { problemsOf, type Round } from './verdict.ts';

const at = '2026-01-01T00:00:00.000Z';

const endedNode = (status: ExecutionState, output: unknown): NodeResult => ({
  status,
  attempt: 1,
  started_at: at,
  output,
});

const snapshotOf = (state: ExecutionState, results: Record<string, NodeResult>): RunSnapshot => ({
  run: {
    _id: 'exc_1',
    bot_id: 'bot_1',
    bot_name: 'Reference',
    version: 1,
    state,
    trigger: { type: 'manual', user_id: 'usr_1' },
    options: {},
    errors: [],
    created_at: at,
    updated_at: at,
    deadline_at: at,
    waits: [],
    results,
  },
  lanes: [],
});

const isolate = endedNode('SUCCEEDED', { done: true });

const round = (change: Partial<Round> = {}): Round => ({
  cut: { write: 7 },
  killed: ['UpdateItem executions'],
  watched: { ...snapshotOf('SUCCEEDED', { isolate }), illegal: [] },
  calls: [{ path: '/isolate', key: 'exc_1:isolate:0', body: '{}' }],
  queuedWork: [],
  ms: 1,
  ...change,
});

const [call] = round().calls;
if (!call) throw new Error('A round has a call.');
const smooth = round({ killed: [] });

describe('the verdict on a run that was killed', () => {
  it('reports no problem when the results are equal and one attempt was repeated', () => {
    const otherRun = round({
      calls: [call, call].map((one) => ({ ...one, key: 'exc_2:isolate:0' })),
    });
    expect(problemsOf(round(), smooth)).toEqual([]);
    expect(problemsOf(otherRun, smooth)).toEqual([]);
  });

  it.each<[string, Partial<Round>]>([
    ['an effect happened twice without a kill', { killed: [], calls: [call, call] }],
    ['an effect happened three times with one kill', { calls: [call, call, call] }],
    ['an effect did not happen', { calls: [] }],
    ['an attempt had another key', { calls: [call, { ...call, key: 'exc_1:isolate:1' }] }],
    ['an attempt sent another body', { calls: [call, { ...call, body: '[]' }] }],
    ['the run failed', { watched: { ...snapshotOf('FAILED', { isolate }), illegal: [] } }],
    [
      'a node has another output',
      {
        watched: {
          ...snapshotOf('SUCCEEDED', { isolate: endedNode('SUCCEEDED', {}) }),
          illegal: [],
        },
      },
    ],
    ['a state was illegal', { watched: { ...smooth.watched, illegal: ['it is queued again'] } }],
    ['a task token is still open', { queuedWork: ['task tokens of the machine: 1'] }],
  ])('reports a problem when %s', (_, change) => {
    expect(problemsOf(round(change), smooth)).not.toEqual([]);
  });
});

describe('the watcher of a run', () => {
  const illegalIn = (...snapshots: RunSnapshot[]) => {
    const { see, illegal } = openRunWatcher();
    for (const snapshot of snapshots) see(snapshot);
    return illegal;
  };
  const openSnapshot = snapshotOf('IN_PROGRESS', { isolate });

  it('accepts legal changes of state until the run ends', () => {
    const waiting = snapshotOf('WAITING_FOR_APPROVAL', { isolate });
    const looks = [
      snapshotOf('QUEUED', {}),
      openSnapshot,
      waiting,
      openSnapshot,
      snapshotOf('SUCCEEDED', { isolate }),
    ];
    expect(illegalIn(...looks)).toEqual([]);
  });

  it.each<[string, RunSnapshot, RunSnapshot]>([
    ['an ended run', snapshotOf('FAILED', { isolate }), snapshotOf('SUCCEEDED', { isolate })],
    [
      'an ended node',
      openSnapshot,
      snapshotOf('IN_PROGRESS', { isolate: endedNode('FAILED', {}) }),
    ],
    ['an output', openSnapshot, snapshotOf('IN_PROGRESS', { isolate: endedNode('SUCCEEDED', {}) })],
    ['a result seen before', openSnapshot, snapshotOf('IN_PROGRESS', {})],
    ['a started run', openSnapshot, snapshotOf('QUEUED', { isolate })],
  ])('reports an illegal change of %s', (_, before, after) => {
    expect(illegalIn(before, after)).toHaveLength(1);
  });
});
