import type { Account } from './accounts.ts';
import { notAuthorized } from './cognito-error.ts';
import type { Pool } from './pool.ts';

const sessionOf = (jwt: string): string => {
  const [, claims = ''] = jwt.split('.');
  return String(JSON.parse(Buffer.from(claims, 'base64url').toString()).origin_jti);
};

/** Verifies an access token as the API does, and also that its session has not ended. */
export const authorise = async (
  pool: Pool,
  jwt: string,
): Promise<{ account: Account; sessionId: string }> => {
  const token = await pool.verify(jwt).catch(() => {
    throw notAuthorized('Invalid Access Token');
  });
  const sessionId = sessionOf(jwt);
  const account = pool.accounts.find(token.username);
  if (account?.sub !== token.sub || !pool.sessions.isOpen(sessionId)) {
    throw notAuthorized('Access Token has been revoked');
  }
  return { account, sessionId };
};
