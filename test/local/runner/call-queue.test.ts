import { setImmediate as turn } from 'node:timers/promises';
import { CallQueue } from '#lib/local/runner/call-queue.ts';

/** Work that ends when told to. */
const createHeldWork = () => {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((end) => ends.push(end));
  return { work, endOne: () => ends.shift()?.() };
};

describe('the queue of function calls', () => {
  it('has room while few calls wait', async () => {
    const queue = new CallQueue(2);
    await queue.waitForRoom('org_1');
    const { work, endOne } = createHeldWork();
    const calls = [1, 2, 3].map(() => queue.run('org_1', work));
    await turn();
    await queue.waitForRoom('org_1');
    for (const call of calls) {
      endOne();
      await call;
      await turn();
    }
  });

  it('has room for one organisation while many calls of another wait', async () => {
    const queue = new CallQueue(2);
    const { work } = createHeldWork();
    const calls = [1, 2, 3, 4, 5].map(() => queue.run('org_1', work).catch(() => {}));
    await turn();
    await queue.waitForRoom('org_2');
    queue.close();
    await Promise.all(calls.slice(2));
  });

  it('has no room for more calls until waiting ones have started', async () => {
    const queue = new CallQueue(2);
    const { work, endOne } = createHeldWork();
    const calls = [1, 2, 3, 4].map(() => queue.run('org_1', work));
    await turn();
    let hasRoom = false;
    const waitForRoom = async () => {
      await queue.waitForRoom('org_1');
      hasRoom = true;
    };
    const waiting = waitForRoom();
    await turn();
    expect(hasRoom).toBe(false);
    endOne();
    await waiting;
    for (const call of calls) {
      endOne();
      await turn();
      await call;
    }
  });

  it('releases every waiting call when it is closed', async () => {
    const queue = new CallQueue(1);
    const { work } = createHeldWork();
    const calls = [1, 2, 3].map(() => queue.run('org_1', work).catch((error: unknown) => error));
    await turn();
    const waiting = queue.waitForRoom('org_1');
    queue.close();
    await waiting;
    expect(await Promise.all(calls.slice(1))).toEqual([expect.any(Error), expect.any(Error)]);
  });
});
