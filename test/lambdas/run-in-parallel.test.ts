import { runInParallel } from '#lambdas/run-in-parallel.ts';
import { createLog } from '#lib/kernel/log.ts';

const names = ['runs', 'jobs', 'scans'];

/** Parts of which some fail, and some wait until all others are done. */
const open = ({ failing = '', slow = '' } = {}) => {
  const lines: string[] = [];
  const doneNames: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), clock: Date.now });
  const othersDone = Promise.withResolvers<void>();
  const part = (name: string) => async () => {
    if (name === failing) throw new Error('It broke.');
    if (name === slow) await othersDone.promise;
    doneNames.push(name);
    if (doneNames.length === names.length - 1) othersDone.resolve();
  };
  const parts = Object.fromEntries(names.map((name) => [name, part(name)]));
  return { lines, doneNames, sweep: runInParallel(parts, log) };
};

describe('parts that run side by side', () => {
  it.each([
    ['runs', ['jobs', 'scans', 'runs']],
    ['jobs', ['runs', 'scans', 'jobs']],
  ])('finish while one of them (%s) takes longer than all others', async (slow, expected) => {
    const { sweep, doneNames, lines } = open({ slow });
    await sweep();
    expect([doneNames, lines]).toEqual([expected, []]);
  });

  it.each([
    ['runs', ['jobs', 'scans']],
    ['jobs', ['runs', 'scans']],
  ])(
    'finish although one of them (%s) fails, which is logged and thrown',
    async (one, expected) => {
      const { sweep, doneNames, lines } = open({ failing: one });
      await expect(sweep()).rejects.toThrow(`These parts failed: ${one}.`);
      expect(doneNames).toEqual(expected);
      expect(lines).toEqual([expect.stringContaining(`"area":"${one}"`)]);
    },
  );
});
