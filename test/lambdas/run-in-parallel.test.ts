import { runInParallel } from '#lambdas/run-in-parallel.ts';
import { createLog } from '#lib/kernel/log.ts';

const names = ['runs', 'jobs', 'scans'];

/** Parts of which some fail, and some wait until all others are done. */
const open = ({ failing = '', slow = '' } = {}) => {
  const lines: string[] = [];
  const done: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), clock: Date.now });
  const others = Promise.withResolvers<void>();
  const part = (name: string) => async () => {
    if (name === failing) throw new Error('It broke.');
    if (name === slow) await others.promise;
    done.push(name);
    if (done.length === names.length - 1) others.resolve();
  };
  const parts = Object.fromEntries(names.map((name) => [name, part(name)]));
  return { lines, done, sweep: runInParallel(parts, log) };
};

describe('parts that run side by side', () => {
  it.each([
    ['runs', ['jobs', 'scans', 'runs']],
    ['jobs', ['runs', 'scans', 'jobs']],
  ])('finish while one of them (%s) takes longer than all others', async (slow, expected) => {
    const { sweep, done, lines } = open({ slow });
    await sweep();
    expect([done, lines]).toEqual([expected, []]);
  });

  it.each([
    ['runs', ['jobs', 'scans']],
    ['jobs', ['runs', 'scans']],
  ])('finish although one of them (%s) fails, which is logged and thrown', async (one, rest) => {
    const { sweep, done, lines } = open({ failing: one });
    await expect(sweep()).rejects.toThrow(`These parts failed: ${one}.`);
    expect(done).toEqual(rest);
    expect(lines).toEqual([expect.stringContaining(`"area":"${one}"`)]);
  });
});
