import { lastRun, nextRuns, runsAMonth } from '#lib/domain/schedules/cron-walk.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { minutesOf, naiveRuns } from '#test/support/naive-runs.ts';
import { validTimetable } from './timetable.ts';

const short = (ms: number) => isoTime(ms).replace(':00.000Z', '');

const runs = (text: string, tz: string, from: string, count: number): string[] =>
  nextRuns(validTimetable(text, tz), Date.parse(from), count).map(short);

describe('the next runs', () => {
  it.each([
    ['5 * * * *', '2026-09-01T12:05:00Z', ['2026-09-01T13:05', '2026-09-01T14:05']],
    ['5 * * * *', '2026-09-01T12:04:59.999Z', ['2026-09-01T12:05', '2026-09-01T13:05']],
    ['*/20 23 * * *', '2026-12-31T23:30:00Z', ['2026-12-31T23:40', '2027-01-01T23:00']],
    ['0 0 1 1 *', '2026-01-01T00:00:00Z', ['2027-01-01T00:00', '2028-01-01T00:00']],
    ['0 0 29 2 *', '2026-03-01T00:00:00Z', ['2028-02-29T00:00', '2032-02-29T00:00']],
    // 2100 is not a leap year.
    ['0 0 29 2 *', '2096-03-01T00:00:00Z', ['2104-02-29T00:00', '2108-02-29T00:00']],
    ['0 0 31 * *', '2026-01-31T00:00:00Z', ['2026-03-31T00:00', '2026-05-31T00:00']],
    ['0 9 * * MON', '2026-09-01T00:00:00Z', ['2026-09-07T09:00', '2026-09-14T09:00']],
    ['0 9 * * SUN', '2026-09-01T00:00:00Z', ['2026-09-06T09:00', '2026-09-13T09:00']],
    // The 13th, and every Friday.
    ['0 0 13 * FRI', '2026-09-09T00:00:00Z', ['2026-09-11T00:00', '2026-09-13T00:00']],
    ['0 0 * 2 *', '2026-02-27T12:00:00Z', ['2026-02-28T00:00', '2027-02-01T00:00']],
  ])('of %j after %s are %j', (text, from, expected) => {
    expect(runs(text, 'UTC', from, 2)).toEqual(expected);
  });

  it.each([
    ['Asia/Kathmandu', '2026-09-01T00:00:00Z', ['2026-09-01T03:15', '2026-09-02T03:15']],
    ['Asia/Kolkata', '2026-09-01T00:00:00Z', ['2026-09-01T03:30', '2026-09-02T03:30']],
    ['America/St_Johns', '2026-09-01T00:00:00Z', ['2026-09-01T11:30', '2026-09-02T11:30']],
    ['Pacific/Kiritimati', '2026-09-01T00:00:00Z', ['2026-09-01T19:00', '2026-09-02T19:00']],
    ['Pacific/Pago_Pago', '2026-09-01T00:00:00Z', ['2026-09-01T20:00', '2026-09-02T20:00']],
    // Winter time ends on the 29th.
    ['Europe/Berlin', '2026-03-28T00:00:00Z', ['2026-03-28T08:00', '2026-03-29T07:00']],
    ['America/New_York', '2026-10-31T00:00:00Z', ['2026-10-31T13:00', '2026-11-01T14:00']],
  ])('at nine in %s after %s are %j', (tz, from, expected) => {
    expect(runs('0 9 * * *', tz, from, 2)).toEqual(expected);
  });
});

describe('a clock that is set forward', () => {
  it.each([
    [
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T00:00:00Z',
      ['2026-03-28T01:30', '2026-03-30T00:30'],
    ],
    [
      '30 * * * *',
      'Europe/Berlin',
      '2026-03-29T00:00:00Z',
      ['2026-03-29T00:30', '2026-03-29T01:30'],
    ],
    // Lord Howe's clocks change by half an hour: from 2:00 to 2:30.
    ['0 2 * * *', 'Australia/Lord_Howe', '2026-10-02T16:00:00Z', ['2026-10-04T15:00']],
    ['45 2 * * *', 'Australia/Lord_Howe', '2026-10-02T16:30:00Z', ['2026-10-03T15:45']],
    // Samoa skipped 30 December 2011.
    [
      '0 12 * * *',
      'Pacific/Apia',
      '2011-12-29T00:00:00Z',
      ['2011-12-29T22:00', '2011-12-30T22:00'],
    ],
    ['0 12 30 12 *', 'Pacific/Apia', '2011-01-01T00:00:00Z', ['2012-12-29T22:00']],
  ])('skips times that do not exist: %j in %s', (text, tz, from, expected) => {
    expect(runs(text, tz, from, expected.length)).toEqual(expected);
  });
});

describe('a clock that is set back', () => {
  it.each([
    [
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-25T00:00:00Z',
      ['2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    // An hourly bot pauses one hour longer that night.
    [
      '0 * * * *',
      'Europe/Berlin',
      '2026-10-24T23:30:00Z',
      ['2026-10-25T00:00', '2026-10-25T02:00'],
    ],
    [
      '*/30 * * * *',
      'America/New_York',
      '2026-11-01T05:00:00Z',
      ['2026-11-01T05:30', '2026-11-01T07:00'],
    ],
    // Half an hour occurs twice: 1:30 to 2:00.
    [
      '*/15 1 * * *',
      'Australia/Lord_Howe',
      '2026-04-04T14:20:00Z',
      ['2026-04-04T14:30', '2026-04-04T14:45', '2026-04-05T14:30'],
    ],
    // Havana's clocks go back from 1:00 to midnight.
    [
      '0 0 * * *',
      'America/Havana',
      '2026-10-31T12:00:00Z',
      ['2026-11-01T04:00', '2026-11-02T05:00'],
    ],
    // São Paulo's clocks went back from midnight into the day before.
    [
      '30 23 * * *',
      'America/Sao_Paulo',
      '2018-02-17T12:00:00Z',
      ['2018-02-18T01:30', '2018-02-19T02:30'],
    ],
  ])('runs once, at the first of two times: %j in %s', (text, tz, from, expected) => {
    expect(runs(text, tz, from, expected.length)).toEqual(expected);
  });
});

describe('the last run', () => {
  const last = (text: string, from: string, until: string) => {
    const found = lastRun(validTimetable(text), Date.parse(from), Date.parse(until));
    return found === undefined ? undefined : short(found);
  };

  it.each([
    ['* * * * *', '2020-01-01T00:00:00Z', '2026-09-01T12:00:30Z', '2026-09-01T12:00'],
    ['5 * * * *', '2026-09-01T10:05:00Z', '2026-09-01T12:05:00Z', '2026-09-01T12:05'],
    ['5 * * * *', '2026-09-01T12:05:00Z', '2026-09-01T13:04:59Z', undefined],
    ['0 9 * * *', '2026-08-01T00:00:00Z', '2026-09-01T08:00:00Z', '2026-08-31T09:00'],
    ['0 9 1 * *', '2026-01-01T10:00:00Z', '2026-08-31T08:00:00Z', '2026-08-01T09:00'],
    ['0 9 1 5 *', '2020-01-01T00:00:00Z', '2026-04-01T00:00:00Z', '2025-05-01T09:00'],
    ['0 0 29 2 *', '2000-01-01T00:00:00Z', '2027-01-01T00:00:00Z', '2024-02-29T00:00'],
    ['0 0 29 2 *', '2024-03-01T00:00:00Z', '2027-01-01T00:00:00Z', undefined],
  ])('of %j after %s and up to %s is %s', (text, from, until, expected) => {
    expect(last(text, from, until)).toBe(expected);
  });
});

describe('the search for the next runs', () => {
  /** Pseudo-random numbers, the same in every run. */
  const dice = () => {
    let state = 20_260_901;
    return (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * below);
    };
  };
  const roll = dice();
  const one = <T>(of: readonly T[]): T => of[roll(of.length)] as T;

  const fieldOf = (from: number, to: number): string => {
    const value = () => from + roll(to - from + 1);
    const [low, high] = [value(), value()].sort((a, b) => a - b);
    return one([
      '*',
      '*',
      `*/${1 + roll(to - 1)}`,
      `${value()}`,
      `${low}-${high}`,
      `${low},${high}`,
    ]);
  };

  const expressionOf = (): string => {
    const days = one([
      ['*', '*'],
      ['*', fieldOf(0, 6)],
      [fieldOf(1, 28), '*'],
      [`${1 + roll(28)}`, `${roll(8)}`],
    ]);
    return `${fieldOf(0, 59)} ${fieldOf(0, 23)} ${days[0]} ${fieldOf(1, 12)} ${days[1]}`;
  };

  // Around clock changes of an hour, half an hour, a day and two hours.
  const places = [
    ['Europe/Berlin', '2026-03-28T20:00:00Z'],
    ['Europe/Berlin', '2026-10-24T20:00:00Z'],
    ['America/New_York', '2026-03-07T23:00:00Z'],
    ['America/New_York', '2026-10-31T23:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T06:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T06:00:00Z'],
    ['Pacific/Apia', '2011-12-29T20:00:00Z'],
    ['America/Havana', '2026-10-31T20:00:00Z'],
    ['America/Sao_Paulo', '2018-02-17T12:00:00Z'],
    ['Antarctica/Troll', '2026-03-28T20:00:00Z'],
    ['Asia/Kathmandu', '2026-12-31T12:00:00Z'],
    ['UTC', '2028-02-28T18:00:00Z'],
  ] as const;

  it.each(places)('finds in %s after %s the same runs as a check of each minute', (tz, from) => {
    const start = Date.parse(from);
    const end = start + 30 * 3600_000;
    const minutes = minutesOf(tz, start, end);
    for (let round = 0; round < 40; round += 1) {
      const text = expressionOf();
      const table = validTimetable(text, tz);
      const expected = naiveRuns(text, minutes).map(short);
      const found = nextRuns(table, start, expected.length + 1);
      const runsInRange = found.filter((at) => at <= end).map(short);
      expect([text, runsInRange]).toEqual([text, expected]);
    }
  });
});

describe('the number of runs in a month', () => {
  it.each([
    ['* * * * *', 43_830],
    ['5 * * * *', 730.5],
    ['0 9 * * *', 30.4375],
    ['0 9,17 * * MON', 8.708],
    ['0 0 1 * *', 1],
    ['0 0 1 1 *', 1 / 12],
    ['0 0 29 2 *', 1 / 48],
    // The first, and every Monday: seven of them are a first.
    ['0 0 1 * MON', (48 + 207 - 7) / 48],
  ])('for %j is %d on average', (text, expected) => {
    expect(runsAMonth(validTimetable(text, 'UTC').cron)).toBeCloseTo(expected, 2);
  });
});
