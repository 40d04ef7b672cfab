import type { ExecutionView, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { draw } from '#test/support/drawing.ts';
import { taskOfRun } from '#web/pages/executions/run-task.ts';

const graph = draw(
  `start -> before:delay -> each:loop -body-> look:http_request -> act:http_request
   act -> over:loop_end -> end`,
);

const result = (at: number, overrides: Partial<NodeResult> = {}): NodeResult => ({
  status: 'SUCCEEDED',
  attempt: 1,
  started_at: `2026-03-01T10:00:0${at}.000Z`,
  ...overrides,
});

const failed = result(4, { status: 'FAILED', error: 'No route to host.' });
const runResults = {
  before: result(1, { output: 'all hosts' }),
  each: result(2, { status: 'FAILED' }),
};

const run: ExecutionView = {
  bot_id: 'bot_1',
  bot_name: 'Closes ports',
  version: 3,
  trigger: { type: 'schedule' },
  errors: ['No route to host.'],
  created_at: '2026-03-01T10:00:00.000Z',
  options: {},
  results: runResults,
} as unknown as ExecutionView;

const failureTextOf = (lane: string, results: Record<string, NodeResult>) => {
  const failure = { id: 'act', lane, result: failed, results };
  return JSON.parse(taskOfRun(run, graph, failure).enclosed?.text ?? '');
};

describe('the AI builder task about a failed run', () => {
  it('contains the earlier steps of the iteration and of the run', () => {
    const inLane = { look: result(3, { output: 'host web-7' }), act: failed };
    const text = failureTextOf('each.000006', inLane);
    expect(text.failed_step).toMatchObject({
      name: 'act',
      in_branch_or_iteration: 'each, iteration 7',
      error: 'No route to host.',
    });
    expect(text.steps_before_in_branch_or_iteration).toMatchObject([
      { name: 'look', output: '"host web-7"' },
    ]);
    expect(text.steps_before).toMatchObject([{ name: 'before', output: '"all hosts"' }, {}]);
  });

  it('omits iterations when the failed step is outside a loop', () => {
    const text = failureTextOf('', { ...runResults, act: failed });
    expect(text).not.toHaveProperty('steps_before_in_branch_or_iteration');
  });
});
