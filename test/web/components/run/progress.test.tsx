import type { ExecutionView, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import {
  durationText,
  statesOf,
  stepsOf,
  takenEdges,
  withNodeState,
} from '#web/components/run/progress.ts';
import { remarksOf } from '#web/components/run/remarks.ts';
import { draw } from '../../bots/graph-drawing.ts';

const graph = draw(
  'start -> risky:condition -yes-> ask:approval -approved-> end',
  'risky -no-> quiet:end',
);
const at = (second: number) => `2026-11-21T00:00:0${second}Z`;
const done = (second: number, handle?: string): NodeResult => ({
  status: 'SUCCEEDED',
  attempt: 1,
  started_at: at(second),
  ended_at: at(second),
  ...(handle && { handle }),
});
const waiting: NodeResult = { status: 'WAITING_FOR_APPROVAL', attempt: 1, started_at: at(3) };
const results = { ask: waiting, risky: done(2, 'yes'), start: done(1) };
const run: ExecutionView = {
  _id: 'exc_1',
  bot_id: 'bot_1',
  bot_name: 'Watch',
  version: 1,
  state: 'WAITING_FOR_APPROVAL',
  trigger: { type: 'manual', user_id: 'a@example.com' },
  results,
  options: {},
  waits: [],
  errors: [],
  created_at: at(0),
  updated_at: at(3),
  deadline_at: at(9),
};

describe('a run on its graph', () => {
  it('marks the arrows that led to a node that has begun', () => {
    expect([...takenEdges(graph, results)].sort()).toEqual(['risky_yes', 'start_next']);
  });

  it('lists the nodes in the order in which they began', () => {
    expect(stepsOf(results)).toEqual(['start', 'risky', 'ask']);
  });
});

describe('an AI agent that ended', () => {
  const agents = draw('start -> find:ai_agent -> end');
  const ended = (ended_by: string) => ({ find: { ...done(2), output: { ended_by } } });

  it.each([
    ['final_response', undefined],
    ['run_cost', 'limit reached'],
  ])('by %s shows on its card: %s', (ended_by, remark) => {
    const view = { run, graph: agents, results: ended(ended_by), choices: {} };
    expect(remarksOf(view)['find']).toBe(remark);
  });
});

describe('a loop that ended', () => {
  const looping = draw('start -> each:loop -body-> wait:delay');

  it.each([
    [0, '3 iterations'],
    [1, '1 failed'],
  ])('with %i failed iterations shows on its card: %s', (failed, remark) => {
    const lanes = { planned: 3, succeeded: 3 - failed, failed };
    const view = { run, graph: looping, results: { each: { ...done(2), lanes } }, choices: {} };
    expect(remarksOf(view)['each']).toBe(remark);
  });
});

describe('a live update of a node', () => {
  it('shows a node as in progress before its result is read', () => {
    expect(statesOf(withNodeState(run, 'end', 'IN_PROGRESS').results)).toEqual({
      ...statesOf(results),
      end: 'IN_PROGRESS',
    });
  });

  it('changes only the state in the result of a waiting node', () => {
    expect(withNodeState(run, 'ask', 'SUCCEEDED').results['ask']).toEqual({
      ...waiting,
      status: 'SUCCEEDED',
    });
  });

  it('changes nothing after the node or the run has ended', () => {
    expect(withNodeState(run, 'risky', 'IN_PROGRESS')).toBe(run);
    const ended: ExecutionView = { ...run, state: 'CANCELLED' };
    expect(withNodeState(ended, 'end', 'IN_PROGRESS')).toBe(ended);
  });
});

it.each([
  [0.4, '0 ms'],
  [999, '999 ms'],
  [2549, '2.5 s'],
  [200_000, '3 min 20 s'],
  [7_500_000, '2 h 5 min'],
])('a duration of %d ms is shown as %s', (ms, text) => expect(durationText(ms)).toBe(text));
