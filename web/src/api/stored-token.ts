/** The prefix of all storage keys that the sign-in library uses in this browser. */
export const tokenKeyPrefix = (clientId: unknown): string =>
  `CognitoIdentityServiceProvider.${String(clientId)}.`;

/** Milliseconds: a token that expires sooner is refreshed before it is used. */
const minTokenLife = 60_000;

type StoredSession = { token: string; drift: number; exp: unknown; auth_time: unknown };

/**
 * Reads the library's stored data for a client without the library, which is larger than all the
 * start-up code.
 */
const readStoredSession = (clientId: unknown): StoredSession | undefined => {
  try {
    const person = localStorage.getItem(`${tokenKeyPrefix(clientId)}LastAuthUser`);
    const of = `${tokenKeyPrefix(clientId)}${person}.`;
    const token = localStorage.getItem(`${of}accessToken`) ?? '';
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const drift = Number(localStorage.getItem(`${of}clockDrift`) ?? 0);
    return { token, drift, ...JSON.parse(atob(payload)) };
  } catch {
    // Nothing is kept, or the browser forbids reading it: the library handles that.
    return undefined;
  }
};

/**
 * The access token that the sign-in library keeps for a client of a user pool, if it is still valid
 * by the server's clock.
 */
export const readStoredToken = (clientId: unknown): string | undefined => {
  const { token, exp, drift = 0 } = readStoredSession(clientId) ?? {};
  const isUsable = typeof exp === 'number' && exp * 1000 > Date.now() + drift + minTokenLife;
  return isUsable ? token : undefined;
};

/** The time of that token's sign-in, by this machine's clock (milliseconds). */
export const readSignInTime = (clientId: unknown): number | undefined => {
  const { auth_time, drift = 0 } = readStoredSession(clientId) ?? {};
  return typeof auth_time === 'number' ? auth_time * 1000 - drift : undefined;
};
