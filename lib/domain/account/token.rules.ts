import { JwtVerifier } from 'aws-jwt-verify';
import { FetchError, JwksValidationError } from 'aws-jwt-verify/error';
import type { Jwks } from 'aws-jwt-verify/jwk';
import * as z from 'zod';
import type { Clock } from '#lib/kernel/clock.ts';
import { Refusal, unauthorised } from '#lib/kernel/refusal.ts';

export type TokenPool = {
  issuer: string;
  clientId: string;
  /** The pool's keys: given, nothing is fetched; else they are read below the issuer's address. */
  jwks?: Jwks;
  /** Decides expiry; the system clock unless told. */
  clock?: Clock;
};

/** Times are in milliseconds since the epoch. */
export type VerifiedToken = {
  sub: string;
  username: string;
  tenantId: string;
  expiresAt: number;
  /** The sign-in that the token comes from, also where it was refreshed since. */
  session?: string;
  /** When that was, to the second. */
  signedInAt?: number;
};

const sentence = 'Sign in to go on. Your session is missing or has ended.';

/** The 401 of a genuine token or key that does not count now: who sends it guesses nothing. */
export class UntimelyToken extends Refusal {
  constructor() {
    super(401, sentence);
    this.name = 'UntimelyToken';
  }
}

/**
 * Throws the one 401 of the product, whatever is wrong with the token; something else where the
 * keys cannot be had, so that nobody can tell.
 */
export type TokenVerifier = (jwt: string) => Promise<VerifiedToken>;

const longestToken = 8192;

/** `crit` names extensions that must be understood; this product understands none. */
const tokenHeader = z.object({ alg: z.literal('RS256'), crit: z.never().optional() });

const accessClaims = (clientId: string) =>
  z.object({
    token_use: z.literal('access'),
    client_id: z.literal(clientId),
    sub: z.string().min(1),
    username: z.string().min(1),
    exp: z.number(),
    nbf: z.number().optional(),
    origin_jti: z.string().min(1).max(100).optional(),
    auth_time: z.number().optional(),
    'cognito:groups': z.array(z.string()),
  });

/** Node's decoder skips what is not base64url, so other spellings of the same bytes end here. */
const isCanonical = (part: string): boolean =>
  Buffer.from(part, 'base64url').toString('base64url') === part;

const refuse = (reason: string): never => {
  throw new Error(reason);
};

/** The pool's keys could not be read, which says nothing of the token. */
const lacksKeys = (error: unknown): boolean =>
  error instanceof FetchError || error instanceof JwksValidationError;

const tenantOf = (groups: string[]): string => {
  const [tenant, another] = groups.filter((group) => group.startsWith('org_'));
  return tenant && !another ? tenant : refuse('not exactly one tenant');
};

/**
 * Verifies access tokens of one user pool: RS256 by the pool's own keys, issuer, client, use,
 * expiry and tenant. Keys and addresses named inside a token are never used.
 */
export const tokenVerifier = ({
  issuer,
  clientId,
  jwks,
  clock = Date.now,
}: TokenPool): TokenVerifier => {
  const verifier = JwtVerifier.create({
    issuer,
    audience: null,
    // The library knows only the system clock: expiry is judged below, by the clock of this pool.
    graceSeconds: Number.POSITIVE_INFINITY,
    customJwtCheck: ({ header }) => void tokenHeader.parse(header),
  });
  if (jwks) verifier.cacheJwks(jwks);
  const claims = accessClaims(clientId);

  const verify = async (jwt: string): Promise<VerifiedToken> => {
    if (jwt.length > longestToken || !jwt.split('.').every(isCanonical)) refuse('mis-shaped');
    const payload = jwks ? verifier.verifySync(jwt) : await verifier.verify(jwt);
    const { sub, username, exp, nbf = 0, ...claimed } = claims.parse(payload);
    const { origin_jti: session, auth_time, 'cognito:groups': groups } = claimed;
    const tenantId = tenantOf(groups);
    // Last: all else is right.
    if (clock() >= exp * 1000 || clock() < nbf * 1000) throw new UntimelyToken();
    const began = {
      ...(session !== undefined && { session }),
      ...(auth_time !== undefined && { signedInAt: auth_time * 1000 }),
    };
    return { sub, username, tenantId, expiresAt: exp * 1000, ...began };
  };

  return (jwt) =>
    verify(jwt).catch((error: unknown) => {
      throw error instanceof UntimelyToken || lacksKeys(error) ? error : unauthorised(sentence);
    });
};
