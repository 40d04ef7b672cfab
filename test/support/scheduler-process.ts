// Advances time for schedules, one minute per tick, until it is killed, and records its time and
// the handled ticks in files of the folder: `scheduler-process.ts <folder>`.
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openLedger } from '#lib/local/ledger.ts';
import { localScheduler } from './local-scheduler.ts';

const [folder = ''] = process.argv.slice(2);
const file = join(folder, 'now');
const now = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Date.UTC(2026, 8, 1, 12);

const { scheduler, time, ticks } = localScheduler(
  openLedger(join(folder, 'ledger.db')),
  now,
  async ({ id, scheduled_time }) => {
    await pause(Math.random() * 3);
    appendFileSync(join(folder, 'handled'), `${id} ${scheduled_time}\n`);
  },
);

for (let bot = 0; bot < 10; bot += 1) {
  await scheduler.put({
    kind: 'bot',
    tenant_id: 'org_1',
    id: `bot_${bot}`,
    cron_expression: '* * * * *',
    tz_info: 'UTC',
  });
}

for (;;) {
  // Renamed into place, so that a kill cannot leave half a file.
  writeFileSync(`${file}-next`, String(time.now));
  renameSync(`${file}-next`, file);
  await scheduler.beat();
  if (ticks.length > 200) process.stdout.write('200 handled\n');
  time.now += 60_000;
}
