/** How the names of everything begin that the sign-in library keeps in this browser. */
export const keptUnder = (clientId: unknown): string =>
  `CognitoIdentityServiceProvider.${String(clientId)}.`;

/** In milliseconds: a token that ends sooner is refreshed before it is used. */
const shortestUse = 60_000;

type Kept = { token: string; drift: number; exp: unknown; auth_time: unknown };

/** What the library keeps for a client, read without it: it weighs more than all that starts. */
const keptFor = (clientId: unknown): Kept | undefined => {
  try {
    const person = localStorage.getItem(`${keptUnder(clientId)}LastAuthUser`);
    const of = `${keptUnder(clientId)}${person}.`;
    const token = localStorage.getItem(`${of}accessToken`) ?? '';
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const drift = Number(localStorage.getItem(`${of}clockDrift`) ?? 0);
    return { token, drift, ...JSON.parse(atob(payload)) };
  } catch {
    // None is kept, or the browser lets nobody read it: the library knows how to go on.
    return undefined;
  }
};

/**
 * The access token that the sign-in library keeps for a client of a user pool, while it is valid by
 * the server's clock.
 */
export const keptToken = (clientId: unknown): string | undefined => {
  const { token, exp, drift = 0 } = keptFor(clientId) ?? {};
  const isUsable = typeof exp === 'number' && exp * 1000 > Date.now() + drift + shortestUse;
  return isUsable ? token : undefined;
};

/** When the sign-in of that token was, by this machine's clock (milliseconds). */
export const keptSignIn = (clientId: unknown): number | undefined => {
  const { auth_time, drift = 0 } = keptFor(clientId) ?? {};
  return typeof auth_time === 'number' ? auth_time * 1000 - drift : undefined;
};
