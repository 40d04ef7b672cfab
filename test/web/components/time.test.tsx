import { act, render, screen } from '@testing-library/react';
import { setPreference } from '#web/app/preferences.ts';
import { localTime, msOf, spanText, Time } from '#web/components/time.tsx';

describe('times', () => {
  it('without a zone are read as UTC', () => {
    expect(msOf('2026-11-21T04:00:00')).toBe(msOf('2026-11-21T04:00:00Z'));
    expect(msOf('2026-11-21T04:00:00+02:00')).toBe(msOf('2026-11-21T02:00:00Z'));
  });

  it('are shown with their zone, and as a dash if invalid', () => {
    expect(localTime('2026-11-21T04:20:47Z')).toMatch(/^2026-11-2\d \d\d:\d\d:47 UTC/);
    expect(localTime('soon')).toBe('-');
  });

  it.each([
    [-5, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [2 * 3600_000 + 5 * 60_000, '2 h 5 min'],
    [26 * 3600_000, '1 d 2 h'],
  ])('show a span of %d ms as %s', (ms, text) => {
    expect(spanText(ms)).toBe(text);
  });
});

describe('the time zone that a user chose', () => {
  afterEach(() => localStorage.clear());

  it.each([
    ['Asia/Kolkata', '2026-11-21 09:50:47 UTC+5:30'],
    ['America/New_York', '2026-11-20 23:20:47 UTC-5'],
    ['UTC', '2026-11-21 04:20:47 UTC'],
  ])('applies to times: %s', (zone, text) => {
    setPreference('time_zone', zone);
    expect(localTime('2026-11-21T04:20:47Z')).toBe(text);
  });

  it.each(['browser', 'Mars/Olympus', ''])("uses the browser's zone for %j", (zone) => {
    const text = localTime('2026-11-21T04:20:47Z');
    setPreference('time_zone', zone);
    expect(localTime('2026-11-21T04:20:47Z')).toBe(text);
  });

  it('shows midnight as 00:00, not as 24:00', () => {
    setPreference('time_zone', 'UTC');
    expect(localTime('2026-11-21T00:00:00Z')).toBe('2026-11-21 00:00:00 UTC');
  });

  it('changes every time on the page at once', () => {
    setPreference('time_zone', 'UTC');
    render(<Time at="2026-11-21T04:20:47Z" />);
    act(() => setPreference('time_zone', 'Asia/Kolkata'));
    expect(screen.getByText('2026-11-21 09:50:47 UTC+5:30')).toBeVisible();
  });
});
