import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { runProgressOf } from '#lib/engine/run-progress.ts';
import { draw } from '#test/support/drawing.ts';

const at = '2026-11-21T10:00:00.000Z';
const succeededBy = (handle: string): NodeResult => ({
  status: 'SUCCEEDED',
  attempt: 1,
  started_at: at,
  handle,
});

const graph = draw(
  'start -> fine:condition -yes-> each:loop -body-> in:delay -> last:loop_end -> done:end',
  { each: { items_to_iterate: '{% [1] %}' } },
);

const progressFrom = (results: Record<string, NodeResult>) => {
  const { passed, next } = runProgressOf(graph, results);
  return { passed: [...passed], next: next?.id };
};

describe('the position of a run', () => {
  it('is the node after the passed ones, not counting loop bodies', () => {
    const results = {
      start: succeededBy('next'),
      fine: succeededBy('yes'),
      each: succeededBy('next'),
      in: succeededBy('next'),
    };
    expect(progressFrom({ ...results, last: succeededBy('next') })).toEqual({
      passed: ['start', 'fine', 'each', 'last'],
      next: 'done',
    });
  });

  it('is the first node without a result, even if later nodes have results', () => {
    const results = {
      start: succeededBy('next'),
      each: succeededBy('next'),
      last: succeededBy('next'),
    };
    expect(progressFrom(results)).toEqual({ passed: ['start'], next: 'fine' });
  });

  it('is empty at a handle without an arrow', () => {
    expect(progressFrom({ start: succeededBy('next'), fine: succeededBy('no') })).toEqual({
      passed: ['start', 'fine'],
      next: undefined,
    });
  });
});
