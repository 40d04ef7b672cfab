import {
  endOfToday,
  formatRange,
  parseRange,
  pickerValue,
  rangeFromPicker,
  rangeProblemOf,
} from '#web/components/time-range.ts';

const noon = new Date(2026, 8, 1, 12).getTime();
const tonight = new Date(2026, 8, 1, 23, 59, 59, 999).getTime();
const hour = 3600_000;

describe('a time range in the address', () => {
  it('consists of its start and end in milliseconds', () => {
    expect(parseRange(`${noon - hour},${noon}`, noon)).toEqual({ start: noon - hour, end: noon });
    expect(formatRange({ start: 1, end: 2 })).toBe('1,2');
  });

  it('ends no later than the end of today', () => {
    expect(endOfToday(noon)).toBe(tonight);
    const end = parseRange(`0,${noon + 48 * hour}`, noon)?.end;
    expect(end).toBe(tonight);
    expect(parseRange(`${tonight + 1},${tonight + hour}`, noon)).toBeUndefined();
  });

  it.each([undefined, '', ',', '1', '2,1', 'a,b', '1,2,3', '-1,2', '1e3,2e3', '1,', '0x1,2'])(
    'is undefined for the invalid text %s',
    (text) => {
      expect(parseRange(text, noon)).toBeUndefined();
    },
  );
});

describe('a chosen time range', () => {
  const relative = { type: 'relative' as const, amount: 7, unit: 'day' as const };

  it('of the last days ends at the end of today', () => {
    expect(rangeFromPicker(relative, noon)).toEqual({ start: noon - 7 * 24 * hour, end: tonight });
  });

  it('of two moments includes the whole last second', () => {
    const range = { start: noon - hour, end: tonight };
    expect(rangeFromPicker(pickerValue({ start: noon - hour, end: tonight - 999 }), noon)).toEqual(
      range,
    );
  });

  it('accepts an empty choice', () => {
    expect([rangeFromPicker(null, noon), pickerValue(undefined)]).toEqual([undefined, null]);
  });

  const problemBetween = (startDate: string, endDate: string) =>
    rangeProblemOf({ type: 'absolute', startDate, endDate }, noon);

  it.each([
    ['2026-08-30T00:00:00', '2026-09-01T23:59:59', undefined],
    ['2026-08-30T00:00:00', '2026-09-02T00:00:00', 'The range cannot go beyond the end of today.'],
    ['2026-08-30T00:00:00', '2026-08-29T00:00:00', 'The end is before the start.'],
    ['2026-08-30T00:00:00', '', 'Choose a start and an end.'],
    ['', '2026-08-30T00:00:00', 'Choose a start and an end.'],
  ])('from %s to %s has the problem: %s', (start, end, problem) => {
    expect(problemBetween(start, end)).toBe(problem);
  });

  it('reports no problem for an empty or a relative range', () => {
    expect([rangeProblemOf(null, noon), rangeProblemOf(relative, noon)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
