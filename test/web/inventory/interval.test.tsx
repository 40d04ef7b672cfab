import * as fc from 'fast-check';
import {
  type ChosenInterval,
  cronOf,
  days,
  intervalFromCron,
  intervals,
  timeNow,
} from '#web/pages/inventory/schedule/interval.ts';

describe('the cron expression of a chosen interval', () => {
  it.each<[string, ChosenInterval, string | undefined]>([
    ['every 6 hours', { interval: '6', time: '02:30' }, '30 2,8,14,20 * * *'],
    ['every 6 hours from the evening', { interval: '6', time: '20:05' }, '5 2,8,14,20 * * *'],
    ['every 12 hours', { interval: '12', time: '13:00' }, '0 1,13 * * *'],
    ['each day', { interval: '24', time: '00:00' }, '0 0 * * *'],
    ['each week', { interval: 'week', day: 'Wednesday', time: '23:59' }, '59 23 * * WED'],
    ['a week without a day', { interval: 'week', time: '23:59' }, undefined],
    ['no time', { interval: '24' }, undefined],
    ['an invalid time', { interval: '24', time: '2:3' }, undefined],
    ['no interval', { time: '02:30' }, undefined],
  ])('%s', (_, choice, cron) => {
    expect(cronOf(choice)).toBe(cron);
  });

  it('starts at the current time in the time zone of the user', () => {
    const now = new Date('2026-03-01T02:30:59Z');
    expect(['UTC', 'America/New_York', 'Asia/Kolkata'].map((zone) => timeNow(now, zone))).toEqual([
      '02:30',
      '21:30',
      '08:00',
    ]);
  });

  it('converts back to an equivalent choice', () => {
    const anyChoice = fc.record({
      interval: fc.constantFrom(...intervals.map(({ value }) => value)),
      day: fc.constantFrom(...days),
      time: fc
        .date({ noInvalidDate: true })
        .chain((now) =>
          fc.constantFrom('UTC', 'America/New_York').map((zone) => timeNow(now, zone)),
        ),
    });
    fc.assert(
      fc.property(anyChoice, (one) => {
        const cron = cronOf(one) ?? '';
        expect(cronOf(intervalFromCron(cron))).toBe(cron);
      }),
    );
  });

  it.each(['', '5 * * * *', '30 2 1 * *', '30 3,4 * * *'])('is no choice for %s', (cron) => {
    expect(intervalFromCron(cron)).toEqual({});
  });
});
