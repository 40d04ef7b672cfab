import { isSignInOver, withEndedSignIn } from '#lib/domain/users/session.rules.ts';

const now = Date.UTC(2026, 8, 1, 12);
const minute = 60_000;
const before = now - minute;
const day = 24 * 60 * minute;

describe('sign-ins that ended all at once', () => {
  it('include sign-ins of the same second, but not of the next', () => {
    const signInEnds = { signed_out_at: now + 400 };
    expect(isSignInOver({ session: 'of that second', signed_in_at: now }, signInEnds)).toBe(true);
    expect(isSignInOver({ session: 'of the next', signed_in_at: now + 1000 }, signInEnds)).toBe(
      false,
    );
  });

  it('exclude the kept sign-in, and are none where no sign-in was ended', () => {
    expect(isSignInOver({ session: 'first' }, {})).toBe(false);
    const endsExceptFirst = { signed_out_at: now, kept_session: 'first' };
    expect(isSignInOver({ session: 'first', signed_in_at: now }, endsExceptFirst)).toBe(false);
    expect(isSignInOver({ session: 'second', signed_in_at: now }, endsExceptFirst)).toBe(true);
  });
});

describe('sign-ins that ended one by one', () => {
  const first = { session: 'first', signed_in_at: before };

  it('stay ended while they could get tokens, and then leave the list', () => {
    const signInEnds = withEndedSignIn({}, first, now);
    expect(isSignInOver(first, signInEnds)).toBe(true);
    const later = withEndedSignIn(signInEnds, { session: 'next' }, now + 29 * day);
    expect(isSignInOver(first, later)).toBe(true);
    const after = withEndedSignIn(later, { session: 'last' }, now + 31 * day);
    expect(Object.keys(after.ended_sessions ?? {})).toEqual(['last', 'next']);
  });

  it('stay ended, however many follow, while later sign-ins stay valid', () => {
    const endsExceptFirst = { signed_out_at: before, kept_session: 'first' };
    expect(isSignInOver(first, endsExceptFirst)).toBe(false);
    let signInEnds = { ...endsExceptFirst, ...withEndedSignIn(endsExceptFirst, first, now) };
    expect(isSignInOver(first, signInEnds)).toBe(true);
    const later = (n: number) => ({ session: `later ${n}`, signed_in_at: now + n * minute });
    for (let n = 0; n < 60; n += 1) {
      signInEnds = {
        ...signInEnds,
        ...withEndedSignIn(signInEnds, later(n), now + n * minute + 1),
      };
    }
    expect(isSignInOver(first, signInEnds)).toBe(true);
    expect(Array.from({ length: 60 }, (_, n) => isSignInOver(later(n), signInEnds))).not.toContain(
      false,
    );
    expect(Object.keys(signInEnds.ended_sessions ?? {})).toHaveLength(50);
    expect(
      isSignInOver({ session: 'elsewhere', signed_in_at: now + 50 * minute }, signInEnds),
    ).toBe(false);
  });
});
