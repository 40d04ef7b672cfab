import { lanesText, laneText } from '#web/components/run/lane-text.ts';
import { draw } from '../../bots/graph-drawing.ts';

const graph = draw(
  'start -> each:loop -body-> both:parallel -branch-> meet:merge -> done:loop_end -> end',
);

describe('the text about a branch or an iteration', () => {
  it.each([
    ['', ''],
    ['each.000017', 'each, iteration 18'],
    ['each.000017/both.000001', 'each, iteration 18, both, branch 2'],
    ['gone.000000', 'gone, branch 1'],
  ])('names lane %j by its place: %s', (lane, text) => expect(laneText(graph, lane)).toBe(text));

  it.each([
    [{ planned: 20, succeeded: 17, failed: 1 }, '17 of 20 succeeded, 1 failed'],
    [{ planned: 2, succeeded: 2, failed: 0 }, '2 of 2 succeeded'],
    [{ planned: 14, succeeded: 2, rejected: 12, failed: 0 }, '2 of 14 succeeded, 12 rejected'],
  ])('counts the lanes %j as: %s', (lanes, text) => expect(lanesText(lanes)).toBe(text));

  it('counts lanes that never began as skipped after the node has ended', () => {
    const lanes = { planned: 20, succeeded: 3, rejected: 1, failed: 1 };
    expect(lanesText(lanes)).toBe('3 of 20 succeeded, 1 rejected, 1 failed');
    expect(lanesText(lanes, { hasEnded: true })).toBe(
      '3 of 20 succeeded, 1 rejected, 1 failed, 15 skipped',
    );
  });

  it('says what would happen for a dry run', () => {
    const lanes = { planned: 20, succeeded: 3, rejected: 1, failed: 1 };
    expect(lanesText(lanes, { hasEnded: true, isDry: true })).toBe(
      '3 of 20 would succeed, 1 would be rejected, 1 would fail, 15 would be skipped',
    );
  });
});
