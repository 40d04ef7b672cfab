import { setImmediate as turn } from 'node:timers/promises';
import { openTicker } from '#lib/local/ticker.ts';
import { conditionWaiter, createLineLog } from '#test/support/local-bus.ts';

/** A job that ends when the test says so. */
const longJob = () => {
  const { changed, until } = conditionWaiter();
  const state = { begun: 0, ended: 0 };
  const job = async () => {
    state.begun += 1;
    const mine = state.begun;
    changed();
    await until(() => state.ended >= mine);
  };
  const end = () => {
    state.ended += 1;
    changed();
  };
  return { state, job, end, until };
};

describe('the ticker', () => {
  it('runs a job at once and again at each beat', async () => {
    const { changed, until } = conditionWaiter();
    let runs = 0;
    const ticker = openTicker({ log: createLineLog().log });
    ticker.every('sweep', 1, async () => {
      runs += 1;
      changed();
    });
    await until(() => runs >= 5);
    await ticker.drain(1000);
  });

  it('skips the beats of a running job, but not those of other jobs', async () => {
    const { state, job, end, until } = longJob();
    const { changed, until: untilBeats } = conditionWaiter();
    let beats = 0;
    const ticker = openTicker({ log: createLineLog().log });
    ticker.every('long', 1, job);
    ticker.every('short', 1, async () => {
      beats += 1;
      changed();
    });
    await untilBeats(() => beats >= 10);
    expect(state.begun).toBe(1);
    end();
    await until(() => state.begun === 2);
    end();
    await ticker.drain(1000);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('The store is down: canary'))],
    [
      'throws',
      () => {
        throw new Error('The store is down: canary');
      },
    ],
  ])('logs a job that %s, without its message, and runs it again', async (_, job) => {
    const { log, lines } = createLineLog();
    const ticker = openTicker({ log });
    ticker.every('sweep', 1, job);
    while (lines.length < 2) await turn();
    await ticker.drain(1000);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      area: 'sweep',
      error: 'Error',
    });
    expect(lines.join()).not.toContain('canary');
  });

  it('waits for the running job when it is drained, and starts no other', async () => {
    const { state, job, end } = longJob();
    const ticker = openTicker({ log: createLineLog().log });
    ticker.every('long', 1, job);
    await turn();
    const drain = ticker.drain(60_000);
    expect(await Promise.race([drain, turn('still waiting')])).toBe('still waiting');
    end();
    await drain;
    expect(state.begun).toBe(1);
  });

  it('does not wait longer than its drain limit', async () => {
    const ticker = openTicker({ log: createLineLog().log });
    ticker.every('long', 1, longJob().job);
    await ticker.drain(5);
  });
});
