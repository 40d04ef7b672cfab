import { inTurn } from '#lambdas/in-turn.ts';
import { createLog } from '#lib/kernel/log.ts';

const open = (failing: string) => {
  const lines: string[] = [];
  const done: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), clock: Date.now });
  const part = (name: string) => async () => {
    if (name === failing) throw new Error('It broke.');
    done.push(name);
  };
  const parts = { runs: part('runs'), jobs: part('jobs'), scans: part('scans') };
  return { lines, done, sweep: inTurn(parts, log) };
};

describe('parts that are done in turn', () => {
  it('are done in their order', async () => {
    const { sweep, done, lines } = open('none');
    await sweep();
    expect([done, lines]).toEqual([['runs', 'jobs', 'scans'], []]);
  });

  it.each([
    ['runs', ['jobs', 'scans']],
    ['jobs', ['runs', 'scans']],
  ])('are all done though one fails (%s), which is logged and fails the whole', async (one, rest) => {
    const { sweep, done, lines } = open(one);
    await expect(sweep()).rejects.toThrow(`These parts failed: ${one}.`);
    expect(done).toEqual(rest);
    expect(lines).toEqual([expect.stringContaining(`"area":"${one}"`)]);
  });
});
