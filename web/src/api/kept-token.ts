/** How the names of everything begin that the sign-in library keeps in this browser. */
export const keptUnder = (clientId: unknown): string =>
  `CognitoIdentityServiceProvider.${String(clientId)}.`;

/** In milliseconds: a token that ends sooner is refreshed before it is used. */
const shortestUse = 60_000;

/**
 * The access token that the sign-in library keeps for a client of a user pool, while it is valid by
 * the server's clock. Read without the library, which weighs more than all else that starts.
 */
export const keptToken = (clientId: unknown): string | undefined => {
  try {
    const person = localStorage.getItem(`${keptUnder(clientId)}LastAuthUser`);
    const of = `${keptUnder(clientId)}${person}.`;
    const token = localStorage.getItem(`${of}accessToken`) ?? '';
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { exp }: { exp: unknown } = JSON.parse(atob(payload));
    const drift = Number(localStorage.getItem(`${of}clockDrift`) ?? 0);
    const isUsable = typeof exp === 'number' && exp * 1000 > Date.now() + drift + shortestUse;
    return isUsable ? token : undefined;
  } catch {
    // None is kept, or the browser lets nobody read it: the library knows how to go on.
    return undefined;
  }
};
