import { isOver, withEnded } from '#lib/domain/users/session.rules.ts';

const now = Date.UTC(2026, 8, 1, 12);
const before = now - 60_000;

describe('sign-ins that ended one by one', () => {
  it('stay ended, however many follow them', () => {
    const kept = { signed_out_at: before, kept_session: 'first' };
    const first = { session: 'first', signed_in_at: before - 60_000 };
    expect(isOver(first, kept)).toBe(false);
    let ends = { ...kept, ...withEnded(kept, 'first', now) };
    expect(isOver(first, ends)).toBe(true);
    for (let n = 0; n < 60; n += 1) ends = { ...ends, ...withEnded(ends, `later ${n}`, now + n) };
    expect(isOver(first, ends)).toBe(true);
    expect(isOver({ session: 'later 0', signed_in_at: before }, ends)).toBe(true);
  });
});
