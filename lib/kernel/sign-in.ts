import * as z from 'zod';

/** How long (ms) a user pool's access tokens count, and how long a sign-in is given new ones. */
export const tokenLife = 3600_000;
export const refreshLife = 30 * 24 * 3600_000;

/** The sign-in behind a token, or behind what somebody opened with one. */
export type SignIn = {
  /** Its id; tokens that are refreshed keep it. */
  session?: string;
  /** When it was (epoch milliseconds), to the second. */
  signed_in_at?: number;
  /** When the token ends (epoch milliseconds). */
  token_ends?: number;
};

type Given = { [K in keyof SignIn]?: SignIn[K] | undefined };

/** What is known of a sign-in, and nothing else of what holds it. */
export const signInOf = ({ session, signed_in_at, token_ends }: Given): SignIn => ({
  ...(session !== undefined && { session }),
  ...(signed_in_at !== undefined && { signed_in_at }),
  ...(token_ends !== undefined && { token_ends }),
});

/** A sign-in in what is stored. */
export const signInShape = {
  session: z.string().optional(),
  signed_in_at: z.number().optional(),
  token_ends: z.number().optional(),
};
