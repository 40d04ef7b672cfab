import { JwtVerifier } from 'aws-jwt-verify';
import { FetchError, JwksValidationError } from 'aws-jwt-verify/error';
import type { Jwks } from 'aws-jwt-verify/jwk';
import * as z from 'zod';
import type { Clock } from '#lib/kernel/clock.ts';
import { signInRequired, UntimelyToken } from '#lib/kernel/refusal.ts';

export type TokenPool = {
  issuer: string;
  clientId: string;
  /** The pool's keys; if absent, they are fetched from below the issuer's address. */
  jwks?: Jwks;
  /** The clock for the expiry check; by default the system clock. */
  clock?: Clock;
};

/** Times are in milliseconds since the epoch. */
export type VerifiedToken = {
  sub: string;
  username: string;
  tenantId: string;
  expiresAt: number;
  /** The id of the sign-in that the token comes from, which refreshing does not change. */
  session?: string;
  /** When the sign-in began, in whole seconds. */
  signedInAt?: number;
};

/**
 * Verifies a token. Throws the product's single 401 whatever is wrong with the token, or another
 * error if the keys cannot be read, so that the token cannot be checked.
 */
export type TokenVerifier = (jwt: string) => Promise<VerifiedToken>;

const maxTokenLength = 8192;

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

/** Node's decoder skips characters that are not base64url; this rejects such other spellings. */
const isCanonical = (part: string): boolean =>
  Buffer.from(part, 'base64url').toString('base64url') === part;

const refuse = (reason: string): never => {
  throw new Error(reason);
};

/** Whether the pool's keys could not be read, which says nothing about the token. */
const isKeyFetchError = (error: unknown): boolean =>
  error instanceof FetchError || error instanceof JwksValidationError;

const tenantOf = (groups: string[]): string => {
  const [tenant, another] = groups.filter((group) => group.startsWith('org_'));
  return tenant && !another ? tenant : refuse('not exactly one tenant');
};

/**
 * Verifies access tokens of one user pool: RS256 with the pool's own keys, issuer, client, use,
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
    // The library knows only the system clock; expiry is checked below with the given clock.
    graceSeconds: Number.POSITIVE_INFINITY,
    customJwtCheck: ({ header }) => void tokenHeader.parse(header),
  });
  if (jwks) verifier.cacheJwks(jwks);
  const claims = accessClaims(clientId);

  const verify = async (jwt: string): Promise<VerifiedToken> => {
    if (jwt.length > maxTokenLength || !jwt.split('.').every(isCanonical)) refuse('mis-shaped');
    const payload = jwks ? verifier.verifySync(jwt) : await verifier.verify(jwt);
    const { sub, username, exp, nbf = 0, ...claimed } = claims.parse(payload);
    const { origin_jti: session, auth_time, 'cognito:groups': groups } = claimed;
    const tenantId = tenantOf(groups);
    // Checked last: everything else about the token is right.
    if (clock() >= exp * 1000 || clock() < nbf * 1000) throw new UntimelyToken();
    const began = {
      ...(session !== undefined && { session }),
      ...(auth_time !== undefined && { signedInAt: auth_time * 1000 }),
    };
    return { sub, username, tenantId, expiresAt: exp * 1000, ...began };
  };

  return (jwt) =>
    verify(jwt).catch((error: unknown) => {
      throw error instanceof UntimelyToken || isKeyFetchError(error) ? error : signInRequired();
    });
};
