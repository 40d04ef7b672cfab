import type { SignIn } from '#lib/kernel/sign-in.ts';
import type { User } from './user.schema.ts';

type Ends = Pick<User, 'signed_out_at' | 'kept_session' | 'ended_sessions'>;

/** Tokens tell to the second when somebody signed in. */
const toTheSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

/**
 * Whether a sign-in was ended, by its own sign-out or with all others. Who signs in within the same
 * second in which all were ended is let in: they may have done so after it.
 */
export const isOver = (
  { session, signed_in_at = 0 }: SignIn,
  { signed_out_at, kept_session, ended_sessions = {} }: Ends,
): boolean =>
  (signed_out_at !== undefined &&
    signed_in_at < toTheSecond(signed_out_at) &&
    (session === undefined || session !== kept_session)) ||
  (session !== undefined && Object.hasOwn(ended_sessions, session));

/** More than these sign-outs within the life of a token are no person's. */
const mostEnded = 50;

/** Milliseconds for which a token counts; none is made for a sign-in that was ended. */
const tokenLife = 3600_000;

/** One sign-in ended; those leave the list whose last token is too old anyhow. */
export const withEnded = ({ ended_sessions = {} }: Ends, session: string, now: number): Ends => {
  const kept = Object.entries(ended_sessions).filter(([, ends]) => ends > now);
  const one = { [session]: now + tokenLife };
  // With all others that one ends too which outlived a changed password.
  if (kept.length >= mostEnded) {
    return { signed_out_at: now, kept_session: undefined, ended_sessions: one };
  }
  return { ended_sessions: { ...Object.fromEntries(kept), ...one } };
};
