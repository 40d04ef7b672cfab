import { isOver, withEnded } from '#lib/domain/users/session.rules.ts';

const now = Date.UTC(2026, 8, 1, 12);
const minute = 60_000;
const before = now - minute;
const day = 24 * 60 * minute;

describe('sign-ins that ended all at once', () => {
  it('include sign-ins of the same second, but not of the next', () => {
    const ends = { signed_out_at: now + 400 };
    expect(isOver({ session: 'of that second', signed_in_at: now }, ends)).toBe(true);
    expect(isOver({ session: 'of the next', signed_in_at: now + 1000 }, ends)).toBe(false);
  });

  it('exclude the kept sign-in, and are none where no sign-in was ended', () => {
    expect(isOver({ session: 'first' }, {})).toBe(false);
    const kept = { signed_out_at: now, kept_session: 'first' };
    expect(isOver({ session: 'first', signed_in_at: now }, kept)).toBe(false);
    expect(isOver({ session: 'second', signed_in_at: now }, kept)).toBe(true);
  });
});

describe('sign-ins that ended one by one', () => {
  const first = { session: 'first', signed_in_at: before };

  it('stay ended while they could get tokens, and then leave the list', () => {
    const ends = withEnded({}, first, now);
    expect(isOver(first, ends)).toBe(true);
    const later = withEnded(ends, { session: 'next' }, now + 29 * day);
    expect(isOver(first, later)).toBe(true);
    const after = withEnded(later, { session: 'last' }, now + 31 * day);
    expect(Object.keys(after.ended_sessions ?? {})).toEqual(['last', 'next']);
  });

  it('stay ended, however many follow, while later sign-ins stay valid', () => {
    const kept = { signed_out_at: before, kept_session: 'first' };
    expect(isOver(first, kept)).toBe(false);
    let ends = { ...kept, ...withEnded(kept, first, now) };
    expect(isOver(first, ends)).toBe(true);
    const later = (n: number) => ({ session: `later ${n}`, signed_in_at: now + n * minute });
    for (let n = 0; n < 60; n += 1) {
      ends = { ...ends, ...withEnded(ends, later(n), now + n * minute + 1) };
    }
    expect(isOver(first, ends)).toBe(true);
    expect(Array.from({ length: 60 }, (_, n) => isOver(later(n), ends))).not.toContain(false);
    expect(Object.keys(ends.ended_sessions ?? {})).toHaveLength(50);
    expect(isOver({ session: 'elsewhere', signed_in_at: now + 50 * minute }, ends)).toBe(false);
  });
});
