import { turnText } from '#web/components/chat/standing.ts';
import { completed } from './completed-thread.ts';

describe('the turn of an agent', () => {
  it.each([
    ['outside of loops', {}, undefined],
    ['in a loop', { loop_index: 2 }, 'Iteration 3'],
    ['in a loop inside of two others', { loop_index: 2, outer_indexes: [0, 1] }, 'Iteration 1.2.3'],
  ])('%s is told with those around it', (_where, place, text) => {
    expect(turnText({ ...completed, ...place })).toBe(text);
  });
});
