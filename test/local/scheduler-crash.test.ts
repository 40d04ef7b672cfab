import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '#lib/local/ledger.ts';
import { runChild } from '#test/support/child.ts';
import { localScheduler } from '#test/support/local-scheduler.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const noon = Date.UTC(2026, 8, 1, 12);
const minute = 60_000;
const restartCount = 5;

describe('the embedded scheduler under kill -9', () => {
  const { folder, remove } = temporaryFolder();

  afterAll(remove);

  it('handles every tick, and repeats only those that a kill interrupted', async () => {
    for (let life = 0; life < restartCount; life += 1) {
      const child = runChild('scheduler-process.ts', folder);
      await child.waitForOutput();
      await child.kill();
    }
    const now = Number(readFileSync(join(folder, 'now'), 'utf8'));
    const database = openLedger(join(folder, 'ledger.db'));
    const last = localScheduler(database, now);
    await last.scheduler.beat();
    database.close();

    const lastTicks = last.ticks.map(({ id, scheduled_time }) => `${id} ${scheduled_time}`);
    const noted = readFileSync(join(folder, 'handled'), 'utf8').trim().split('\n');
    const handled = [...noted, ...lastTicks];
    const minutes = Array.from({ length: (now - noon) / minute }, (_, at) =>
      new Date(noon + (at + 1) * minute).toISOString(),
    );
    const expected = minutes.flatMap((at) =>
      Array.from({ length: 10 }, (_, bot) => `bot_${bot} ${at}`),
    );
    expect([...new Set(handled)].sort()).toEqual(expected.sort());
    expect(minutes.length).toBeGreaterThan(100);
    expect(handled.length - expected.length).toBeLessThanOrEqual(restartCount * 10);
  });
});
