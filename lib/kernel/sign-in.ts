import * as z from 'zod';

/** How long (ms) a user pool's access tokens are valid, and how long a sign-in can renew them. */
export const tokenLife = 3600_000;
export const refreshLife = 30 * 24 * 3600_000;

/** The sign-in that a token, or anything opened with one, comes from. */
export type SignIn = {
  /** The session's id; renewed tokens keep it. */
  session?: string;
  /** When the user signed in (epoch milliseconds), to the second. */
  signed_in_at?: number;
  /** When the token expires (epoch milliseconds). */
  token_ends?: number;
};

type SignInFields = { [K in keyof SignIn]?: SignIn[K] | undefined };

/** Picks the fields of a sign-in from an object that holds more. */
export const signInOf = ({ session, signed_in_at, token_ends }: SignInFields): SignIn => ({
  ...(session !== undefined && { session }),
  ...(signed_in_at !== undefined && { signed_in_at }),
  ...(token_ends !== undefined && { token_ends }),
});

/** The schema fields of a stored sign-in. */
export const signInShape = {
  session: z.string().optional(),
  signed_in_at: z.number().optional(),
  token_ends: z.number().optional(),
};
