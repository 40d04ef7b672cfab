import { turnText } from '#web/components/chat/thread-status.ts';
import { completedThread } from './completed-thread.ts';

describe('the iteration label of an AI agent', () => {
  it.each([
    ['outside of loops', {}, undefined],
    ['in a loop', { loop_index: 2 }, 'Iteration 3'],
    ['in a loop inside of two others', { loop_index: 2, outer_indexes: [0, 1] }, 'Iteration 1.2.3'],
  ])('%s includes the iterations of the outer loops', (_where, position, text) => {
    expect(turnText({ ...completedThread, ...position })).toBe(text);
  });
});
