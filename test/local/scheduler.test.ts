import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Schedule } from '#lib/domain/schedules/schedule.schema.ts';
import { openLedger } from '#lib/local/ledger.ts';
import { openScheduler } from '#lib/local/scheduler.ts';
import { createLineLog } from '#test/support/local-bus.ts';
import { localScheduler } from '#test/support/local-scheduler.ts';
import { minutesOf, naiveRuns } from '#test/support/naive-runs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const noon = Date.UTC(2026, 8, 1, 12);
const minute = 60_000;
const hour = 60 * minute;

const botSchedule = (id: string, cron_expression: string, tz_info = 'UTC'): Schedule => ({
  kind: 'bot',
  tenant_id: 'org_1',
  id,
  cron_expression,
  tz_info,
});

let folder: string;
let remove: () => void;
const open: DatabaseSync[] = [];

beforeEach(() => {
  ({ folder, remove } = temporaryFolder());
});

afterEach(() => {
  for (const database of open.splice(0)) database.close();
  remove();
});

const openTestLedger = (): DatabaseSync => {
  const database = openLedger(join(folder, 'ledger.db'));
  open.push(database);
  return database;
};

type Life = ReturnType<typeof localScheduler>;

const timesOf = ({ ticks }: Life): string[] =>
  ticks.map(({ scheduled_time }) => scheduled_time.slice(11, 16));

/** Another process over the same ledger. */
const nextLife = (now: number, handle?: Parameters<typeof localScheduler>[2]): Life =>
  localScheduler(openTestLedger(), now, handle);

describe('a scheduler that was down', () => {
  it.each([
    ['until before the next tick', 40 * minute, []],
    ['during one tick', 80 * minute, ['13:05']],
    ['during three ticks', 3.5 * hour, ['15:05']],
    ['during many ticks', 240 * hour, ['12:05']],
  ])('%s: makes up for one tick at most', async (_, down, expected) => {
    const first = nextLife(noon);
    await first.scheduler.put(botSchedule('bot_1', '5 * * * *'));
    await first.pass(noon + 10 * minute);
    expect(timesOf(first)).toEqual(['12:05']);
    const second = nextLife(noon + 10 * minute + down);
    await second.scheduler.beat();
    expect(timesOf(second)).toEqual(expected);
    await second.scheduler.beat();
    expect(timesOf(second)).toEqual(expected);
  });

  it('continues with the next tick afterwards', async () => {
    await nextLife(noon).scheduler.put(botSchedule('bot_1', '*/10 * * * *'));
    const later = nextLife(noon + 65 * minute);
    await later.pass(noon + 85 * minute);
    expect(timesOf(later)).toEqual(['13:00', '13:10', '13:20']);
  });

  it('repeats the tick during which it was killed', async () => {
    const first = nextLife(noon, () => Promise.reject(new Error('killed')));
    await first.scheduler.put(botSchedule('bot_1', '5 * * * *'));
    await first.pass(noon + 5 * minute);
    const second = nextLife(noon + 6 * minute);
    await second.scheduler.beat();
    await second.scheduler.beat();
    expect(timesOf(second)).toEqual(['12:05']);
  });

  it('drops the tick during which it was killed when a later one was missed as well', async () => {
    const first = nextLife(noon, () => Promise.reject(new Error('killed')));
    await first.scheduler.put(botSchedule('bot_1', '5 * * * *'));
    await first.pass(noon + 5 * minute);
    const second = nextLife(noon + 3 * hour);
    await second.scheduler.beat();
    expect(timesOf(second)).toEqual(['14:05']);
  });
});

describe('a clock that is changed', () => {
  const ticking = async (cron = '*/10 * * * *') => {
    const life = nextLife(noon);
    await life.scheduler.put(botSchedule('bot_1', cron));
    await life.pass(noon + 25 * minute);
    expect(timesOf(life)).toEqual(['12:10', '12:20']);
    return life;
  };

  it('an hour forward: makes up for the last tick, then continues', async () => {
    const life = await ticking();
    life.time.now += hour;
    await life.pass(noon + hour + 45 * minute);
    expect(timesOf(life).slice(2)).toEqual(['13:20', '13:30', '13:40']);
  });

  it('an hour back: repeats no tick', async () => {
    const life = await ticking();
    life.time.now -= hour;
    await life.pass(noon + 45 * minute);
    expect(timesOf(life).slice(2)).toEqual(['12:30', '12:40']);
  });

  it('an hour forward and back again: repeats no tick', async () => {
    const life = await ticking();
    life.time.now += hour;
    await life.scheduler.beat();
    life.time.now -= hour;
    await life.pass(noon + 95 * minute);
    expect(timesOf(life).slice(2)).toEqual(['13:20', '13:30']);
  });

  it('years forward and back again: delays no tick', async () => {
    const life = await ticking();
    life.time.now += 10 * 366 * 24 * hour;
    await life.scheduler.beat();
    life.time.now = noon + 26 * minute;
    await life.pass(noon + 45 * minute);
    expect(timesOf(life).slice(3)).toEqual(['12:30', '12:40']);
  });

  it('years forward and back again across a restart: delays no tick', async () => {
    const life = await ticking();
    life.time.now += 10 * 366 * 24 * hour;
    await life.scheduler.beat();
    const next = nextLife(noon + 26 * minute);
    await next.pass(noon + 45 * minute);
    expect(timesOf(next)).toEqual(['12:30', '12:40']);
  });
});

describe('a tick whose handler fails', () => {
  it('is retried after 1 s, 5 s, 30 s and 2 min, then given up', async () => {
    const tries: number[] = [];
    const life = nextLife(noon, () => {
      tries.push((life.time.now - noon) / 1000);
      return Promise.reject(new Error('No database.'));
    });
    await life.scheduler.put(botSchedule('bot_1', '0 13 * * *'));
    life.time.now = noon + hour;
    for (let second = 0; second < 300; second += 1) {
      await life.scheduler.beat();
      life.time.now += 1000;
    }
    expect(tries).toEqual([3600, 3601, 3606, 3636, 3756]);
    expect(life.lines.join()).toContain('A scheduled run was given up');
  });

  it('is dropped when the next tick is due', async () => {
    let broken = true;
    const life = nextLife(noon, async () => {
      if (broken) throw new Error('No database.');
    });
    await life.scheduler.put(botSchedule('bot_1', '* * * * *'));
    await life.pass(noon + minute);
    broken = false;
    life.time.now += minute;
    await life.scheduler.beat();
    expect(timesOf(life)).toEqual(['12:02']);
  });

  it('does not stop other schedules', async () => {
    const life = nextLife(noon, async ({ id }) => {
      if (id === 'bot_1') throw new Error('No such table.');
    });
    await life.scheduler.put(botSchedule('bot_1', '5 * * * *'));
    await life.scheduler.put(botSchedule('bot_2', '5 * * * *'));
    await life.pass(noon + hour);
    expect(life.ticks.map(({ id }) => id)).toEqual(['bot_2']);
  });
});

describe('ticks whose end cannot be stored', () => {
  it('are all repeated once the database accepts writes', async () => {
    const database = openTestLedger();
    const life = localScheduler(database, noon);
    const ids = Array.from({ length: 40 }, (_, n) => `bot_${n}`);
    for (const id of ids) await life.scheduler.put(botSchedule(id, '5 * * * *'));
    life.time.now = noon + 5 * minute;
    database.exec(`CREATE TRIGGER full BEFORE UPDATE OF pending_at ON schedules
      WHEN new.pending_at IS NULL BEGIN SELECT RAISE(ABORT, 'The disk is full.'); END`);
    await expect(life.scheduler.beat()).rejects.toThrow('The disk is full.');
    database.exec('DROP TRIGGER full');
    life.ticks.splice(0);
    await life.scheduler.beat();
    expect(new Set(life.ticks.map(({ id }) => id))).toEqual(new Set(ids));
    await life.scheduler.beat();
    expect(life.ticks).toHaveLength(40);
  });
});

describe('a stored schedule that cannot be read', () => {
  it('does not stop other schedules', async () => {
    const database = openTestLedger();
    const life = localScheduler(database, noon);
    await life.scheduler.put(botSchedule('bot_1', '5 * * * *'));
    await life.scheduler.put(botSchedule('bot_2', '5 * * * *'));
    database.exec("UPDATE schedules SET tz_info = 'Europe/Atlantis' WHERE id = 'bot_1'");
    await life.pass(noon + 2 * hour);
    expect(life.ticks.map(({ id }) => id)).toEqual(['bot_2', 'bot_2']);
    expect(life.lines.join()).toContain('A schedule cannot be read');
  });
});

describe('a hundred schedules over two days', () => {
  const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York'];
  const crons = ['5 * * * *', '*/15 * * * *', '0 9 * * 1-5', '30 2 * * *', '7,37 8-18 * * *'];
  // The night in which New York leaves daylight saving time, and an ordinary one.
  const start = Date.UTC(2026, 9, 31, 12);
  const end = start + 48 * hour;

  it('fire as expected although the process dies six times', async () => {
    const schedules = Array.from({ length: 100 }, (_, n) => {
      const cron = (crons[n % crons.length] ?? '').replace(/^5 /, `${n % 60} `);
      return botSchedule(`bot_${n}`, cron, zones[n % zones.length]);
    });
    const handled: string[] = [];
    const ticked = new Set<string>();
    let now = start;
    for (let life = 0; life < 7; life += 1) {
      // The last attempt before each crash takes effect, but its end is not recorded.
      const dies = () => now >= start + (life + 1) * 7 * hour - minute;
      const running = nextLife(now, async ({ id, scheduled_time }) => {
        handled.push(`${id} ${scheduled_time}`);
        ticked.add(`${id} ${scheduled_time}`);
        if (dies()) throw new Error('killed');
      });
      if (life === 0) for (const one of schedules) await running.scheduler.put(one);
      const until = life === 6 ? end : start + (life + 1) * 7 * hour;
      for (; now <= until; now += minute) {
        running.time.now = now;
        await running.scheduler.beat();
      }
    }
    const expected = schedules.flatMap(({ id, cron_expression, tz_info }) => {
      const cron = cron_expression;
      const minutes = minutesByZone.get(tz_info) ?? minutesOf(tz_info, start, end);
      minutesByZone.set(tz_info, minutes);
      return naiveRuns(cron, minutes).map((at) => `${id} ${new Date(at).toISOString()}`);
    });
    expect([...ticked].sort()).toEqual(expected.sort());
    expect(handled.length).toBeGreaterThan(expected.length);
  });

  const minutesByZone = new Map<string, ReturnType<typeof minutesOf>>();
});

describe('the timer of the scheduler', () => {
  afterEach(() => mock.timers.reset());

  /** Advances time, and lets everything that follows at once happen. */
  const pass = async (ms: number): Promise<void> => {
    mock.timers.tick(ms);
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  };

  it('fires at the full minute', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: noon + 5 * minute - 300 });
    const delays: number[] = [];
    const scheduler = openScheduler({
      database: openTestLedger(),
      clock: Date.now,
      log: createLineLog().log,
      handle: async ({ scheduled_time }) => {
        delays.push(Date.now() - Date.parse(scheduled_time));
      },
    });
    scheduler.start();
    await scheduler.put(botSchedule('bot_1', '5 12 * * *'));
    await pass(299);
    expect(delays).toEqual([]);
    await pass(1);
    expect(delays).toEqual([0]);
    await scheduler.drain(1000);
  });

  it('fires no more once it is drained', async () => {
    const life = nextLife(noon);
    await life.scheduler.put(botSchedule('bot_1', '* * * * *'));
    life.scheduler.start();
    await life.scheduler.drain(1000);
    life.time.now += hour;
    expect(life.ticks).toEqual([]);
  });
});
