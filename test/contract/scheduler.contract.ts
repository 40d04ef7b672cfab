import type { Schedule } from '#lib/domain/schedules/schedule.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { ScheduleKind } from '#lib/kernel/schedule-kinds.ts';
import type { ListedSchedule, Scheduler } from '#lib/ports/scheduler.ts';

/** One more kind than the product has, so that two kinds can be told apart. */
export type TestScheduleKind = ScheduleKind | 'census';

export type OpenScheduler = {
  scheduler: Scheduler<TestScheduleKind>;
  /** Advances time from `from` to `until` (ms); returns the inputs of the handler, as JSON. */
  pass(from: number, until: number): Promise<string[]>;
  /** From now on writes fail. */
  breakDown(): void;
  close(): unknown;
};

export const noon = Date.UTC(2026, 8, 1, 12);

const hour = 3600_000;

const botSchedule = (id: string, cron_expression: string, tz_info = 'UTC'): Schedule => ({
  kind: 'bot',
  tenant_id: 'org_1',
  id,
  cron_expression,
  tz_info,
});

/** Ticks as `bot_1 12:05`, without duplicates, in order. */
const formatTicks = (ticks: string[]): string[] => {
  const times = ticks.map((text) => {
    const { id, scheduled_time } = JSON.parse(text) as { id: string; scheduled_time: string };
    return `${isoTime(Date.parse(scheduled_time)).slice(5, 16)} ${id}`;
  });
  return [...new Set(times)].sort();
};

const listSchedules = async (
  scheduler: Scheduler<TestScheduleKind>,
  kind: TestScheduleKind = 'bot',
) => {
  const found: ListedSchedule[] = [];
  for await (const one of scheduler.list(kind)) found.push(one);
  return found;
};

/** The behaviour that every adapter of the scheduler port must have. */
export const schedulerContract = (
  adapter: string,
  open: (now: number) => Promise<OpenScheduler>,
): void => {
  describe(`the scheduler port on ${adapter}`, () => {
    let scene: OpenScheduler;

    beforeEach(async () => {
      scene = await open(noon);
    });

    afterEach(() => scene.close());

    const put = (...schedules: Schedule<TestScheduleKind>[]) =>
      Promise.all(schedules.map((one) => scene.scheduler.put(one)));
    const ticks = async (until = noon + 3 * hour) => formatTicks(await scene.pass(noon, until));
    const ids = async (kind?: TestScheduleKind) =>
      (await listSchedules(scene.scheduler, kind)).map(({ id }) => id).sort();

    it('calls the handler at each tick with the schedule and its time', async () => {
      const schedule = botSchedule('bot_1', '5 * * * *', 'Asia/Kathmandu');
      await put(schedule);
      const inputs = await scene.pass(noon, noon + hour);
      expect(inputs.map((text) => JSON.parse(text))).toEqual([
        { ...schedule, scheduled_time: expect.stringMatching(/^2026-09-01T12:20:00(\.000)?Z$/) },
      ]);
    });

    it('ticks in the time zone of each schedule', async () => {
      await put(botSchedule('bot_1', '0 13 * * *'));
      await put(botSchedule('bot_2', '30 14 * * *', 'Europe/Berlin'));
      expect(await ticks()).toEqual(['09-01T12:30 bot_2', '09-01T13:00 bot_1']);
    });

    it('ticks on either day when day of month and day of week are both set', async () => {
      await put(botSchedule('bot_1', '0 9 3 * WED'));
      expect(await ticks(noon + 9 * 24 * hour)).toEqual([
        '09-02T09:00 bot_1',
        '09-03T09:00 bot_1',
        '09-09T09:00 bot_1',
      ]);
    });

    it.each([
      ['*/20 2-3 * * *', ['00:00', '00:20', '00:40', '02:00', '02:20', '02:40']],
      ['30 2 * * *', ['00:30']],
    ])('ticks once at a local time that occurs twice: %s', async (cron, times) => {
      const before = Date.UTC(2026, 9, 24, 23, 30);
      await scene.close();
      scene = await open(before);
      await put(botSchedule('bot_1', cron, 'Europe/Berlin'));
      const tickTexts = formatTicks(await scene.pass(before, before + 5 * hour));
      expect(tickTexts).toEqual(times.map((time) => `10-25T${time} bot_1`));
    });

    it('keeps one schedule for each id, however often it is stored', async () => {
      const schedule = botSchedule('bot_1', '0 * * * *');
      await put(schedule, schedule);
      await put(schedule);
      expect(await ids()).toEqual(['bot_1']);
      expect(await scene.pass(noon, noon + hour)).toHaveLength(1);
    });

    it.each([
      ['0 13 * * *', '30 13 * * *', ['09-01T13:30 bot_1']],
      ['0 13 1 * TUE', '30 13 * * *', ['09-01T13:30 bot_1']],
      ['30 13 * * *', '0 13 5 * TUE', ['09-01T13:00 bot_1']],
    ])('replaces %s by %s', async (one, other, expected) => {
      await put(botSchedule('bot_1', one));
      await put(botSchedule('bot_1', other));
      expect(await ticks()).toEqual(expected);
    });

    it('replaces a time zone', async () => {
      await put(botSchedule('bot_1', '0 13 * * *'));
      await put(botSchedule('bot_1', '0 13 * * *', 'Atlantic/Azores'));
      expect(await ticks()).toEqual(['09-01T13:00 bot_1']);
      expect(await ticks(noon + 0.5 * hour)).toEqual([]);
    });

    it('accepts a time zone in capital letters', async () => {
      await put(botSchedule('bot_1', '0 13 * * *', 'Atlantic/AZORES'));
      expect(await ticks()).toEqual(['09-01T13:00 bot_1']);
    });

    it('removes deleted schedules and no others', async () => {
      await put(botSchedule('bot_1', '0 13 1 * TUE'), botSchedule('bot_2', '0 13 * * *'));
      await scene.scheduler.delete('bot', 'bot_1');
      await scene.scheduler.delete('bot', 'bot_1');
      await scene.scheduler.delete('bot', 'bot_none');
      expect(await ids()).toEqual(['bot_2']);
      expect(await ticks()).toEqual(['09-01T13:00 bot_2']);
    });

    it('keeps schedules of two kinds apart, even with the same id', async () => {
      const census = { ...botSchedule('one', '0 13 * * *'), kind: 'census' as const };
      await put(botSchedule('one', '30 12 * * *'), census);
      const inputs = await scene.pass(noon, noon + hour);
      const kinds = inputs.map((text) => (JSON.parse(text) as { kind: string }).kind);
      expect(kinds).toEqual(['bot', 'census']);
      expect([await ids('bot'), await ids('census')]).toEqual([['one'], ['one']]);
      await scene.scheduler.delete('bot', 'one');
      expect([await ids('bot'), await ids('census')]).toEqual([[], ['one']]);
    });

    it('lists each of 250 schedules once, with the time of its last change', async () => {
      const names = Array.from({ length: 250 }, (_, n) => `bot_${String(n).padStart(3, '0')}`);
      await put(...names.map((id) => botSchedule(id, '0 9 1 * MON')));
      expect(await ids()).toEqual(names);
      expect((await listSchedules(scene.scheduler))[0]?.changed_at).toBe(noon);
    });

    it('throws when it cannot write', async () => {
      scene.breakDown();
      await expect(put(botSchedule('bot_1', '5 * * * *'))).rejects.toThrow();
      await expect(scene.scheduler.delete('bot', 'bot_1')).rejects.toThrow();
    });
  });
};
