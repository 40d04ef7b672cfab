import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openLedger } from '#lib/local/ledger.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { runChild } from '#test/support/child.ts';
import { localBus } from '#test/support/local-bus.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const idOf = (fact: Fact): string => ('event_id' in fact ? fact.event_id : '');

const countQueued = (database: DatabaseSync): number =>
  Number(database.prepare('SELECT count(*) AS n FROM bus_facts').get()?.n);

let folder: string;
let remove: () => void;

beforeEach(() => {
  ({ folder, remove } = temporaryFolder());
});

afterEach(() => remove());

const noted = (file: string): string[] =>
  readFileSync(join(folder, file), 'utf8').trim().split('\n');

describe('the embedded bus under kill -9', () => {
  it('handles every accepted fact although the process is killed five times', async () => {
    for (const life of ['a', 'b', 'c', 'd', 'e']) {
      const child = runChild('bus-process.ts', folder, life);
      await child.waitForOutput();
      await child.kill();
    }
    const database = openLedger(join(folder, 'ledger.db'));
    const queuedCount = countQueued(database);
    expect(queuedCount).toBeGreaterThan(0);
    const { bus, handled, handledCount } = localBus({ database });
    bus.start();
    await handledCount(queuedCount);
    await bus.drain(1000);
    expect(countQueued(database)).toBe(0);
    database.close();

    const all = new Set([...noted('handled'), ...handled.map(idOf)]);
    expect(noted('accepted').filter((id) => !all.has(id))).toEqual([]);
    expect(noted('accepted').length).toBeGreaterThan(500);
  });

  it('keeps no timer that would hold an idle process open', async () => {
    const child = runChild('bus-process.ts', folder, 'a', '40');
    expect(await child.ended()).toBe(0);
    expect(noted('handled').sort()).toEqual(noted('accepted').sort());
  });
});
