import * as z from 'zod';
import { authorise } from './authorise.ts';
import { notAuthorized } from './cognito-error.ts';
import { clientOperation, operation, text } from './operation.ts';
import type { Pool } from './pool.ts';

export const refreshTokens = (pool: Pool, refreshToken: string) => {
  const session = pool.sessions.byRefreshToken(refreshToken);
  const account = session && pool.accounts.find(session.username);
  if (!account) throw notAuthorized('Invalid Refresh Token');
  return { AuthenticationResult: pool.mint(account, session), ChallengeParameters: {} };
};

export const getTokensFromRefreshToken = clientOperation(
  z.object({ RefreshToken: text }),
  (pool, { RefreshToken }) => refreshTokens(pool, RefreshToken),
);

/** Ends the session of a refresh token; an invalid token succeeds as well (RFC 7009). */
export const revokeToken = clientOperation(
  z.object({ Token: text }),
  async (pool, { Token }, from) => {
    const session = pool.sessions.byRefreshToken(Token);
    if (!session) return {};
    const { id, username, started_at: signed_in_at } = session;
    pool.sessions.end(id, username);
    await pool.reportEvent('sign_out', username, { from, session: id, signed_in_at });
    return {};
  },
);

/**
 * Ends every session of the user. No session gets new tokens any more, and this endpoint rejects
 * the old ones at once. The product's API checks its own records (`endSignIns`), as with Cognito.
 */
export const globalSignOut = operation(
  z.object({ AccessToken: text }),
  async (pool, { AccessToken }, from) => {
    const { account } = await authorise(pool, AccessToken);
    pool.sessions.endAll(account.username);
    await pool.reportEvent('sign_out_everywhere', account.username, { from });
    return {};
  },
);
