import { refreshLife, type SignIn, tokenLife } from '#lib/kernel/sign-in.ts';
import type { User } from './user.schema.ts';

type SignInEnds = Pick<User, 'signed_out_at' | 'kept_session' | 'ended_sessions'>;

const second = 1000;

/**
 * The earliest time (epoch ms) from which a sign-in counts: the second after all were ended. Tokens
 * give the sign-in time in whole seconds only, so one of the same second may be older; a sign-in
 * within that second is held back until the next (`holdSignIn`).
 */
export const signInsValidFrom = ({ signed_out_at }: Pick<SignInEnds, 'signed_out_at'>): number =>
  signed_out_at === undefined ? 0 : (Math.floor(signed_out_at / second) + 1) * second;

/** Whether a sign-in has ended, by its own sign-out or together with all others. */
export const isSignInOver = (
  { session, signed_in_at = 0 }: SignIn,
  signInEnds: SignInEnds,
): boolean =>
  (signed_in_at < signInsValidFrom(signInEnds) &&
    (session === undefined || session !== signInEnds.kept_session)) ||
  (session !== undefined && Object.hasOwn(signInEnds.ended_sessions ?? {}, session));

/** Beyond this number of ended sign-ins, all that began before the oldest of them end too. */
const maxEndedSessions = 50;

/** How long (ms) after its start a sign-in can have a valid token. */
const signInLife = refreshLife + tokenLife;

type EndedSignIn = { session: string; signed_in_at?: number | undefined };

/** Ends one sign-in; the entry is kept until the last of its tokens has expired. */
export const withEndedSignIn = (
  signInEnds: SignInEnds,
  { session, signed_in_at }: EndedSignIn,
  now: number,
): SignInEnds => {
  const { signed_out_at = 0, kept_session, ended_sessions } = signInEnds;
  const all = { ...ended_sessions, [session]: (signed_in_at ?? now) + signInLife };
  const listed = Object.entries(all)
    .filter(([, until]) => until > now)
    .toSorted(([, one], [, other]) => other - one);
  const [oldest] = listed.splice(maxEndedSessions);
  return {
    ended_sessions: Object.fromEntries(listed),
    ...(oldest && { signed_out_at: Math.max(signed_out_at, oldest[1] - signInLife) }),
    ...(session === kept_session && { kept_session: undefined }),
  };
};
