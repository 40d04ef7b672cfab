import { localTime, msOf, spanText } from '#web/components/time.tsx';

describe('times', () => {
  it('without a zone are UTC', () => {
    expect(msOf('2026-11-21T04:00:00')).toBe(msOf('2026-11-21T04:00:00Z'));
    expect(msOf('2026-11-21T04:00:00+02:00')).toBe(msOf('2026-11-21T02:00:00Z'));
  });

  it('are shown with their zone, and a dash for what is none', () => {
    expect(localTime('2026-11-21T04:20:47Z')).toMatch(/^2026-11-2\d \d\d:\d\d:47 UTC/);
    expect(localTime('soon')).toBe('-');
  });

  it.each([
    [-5, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [2 * 3600_000 + 5 * 60_000, '2 h 5 min'],
    [26 * 3600_000, '1 d 2 h'],
  ])('a span of %d ms is %s', (ms, text) => {
    expect(spanText(ms)).toBe(text);
  });
});
