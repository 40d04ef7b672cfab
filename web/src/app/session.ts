import type { GuardedRoute } from '#lib/domain/account/permission.rules.ts';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { readSignInTime, readStoredToken, tokenKeyPrefix } from '#web/api/stored-token.ts';
import { refusalIn as refusalOf } from '#web/api/own-rights.ts';
import { users } from '#web/api/users.ts';
import { useCall } from '#web/api/use-call.ts';
import type { ConsoleConfig } from './config.ts';
import { createStore } from './store.ts';

type SignInConfig = { userPoolId: string; userPoolClientId: string; userPoolEndpoint?: string };

/** Where people sign in; undefined until the configuration is read. */
export const signInConfig = createStore<SignInConfig | undefined>(undefined);

export const configureSession = (config: ConsoleConfig): void => {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config;
  signInConfig.set({ userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) });
};

/** The sign-in library is loaded only for signing in or out, or when the token has expired. */
const loadIdentity = () => import('./identity.ts');

const clientId = (): string | undefined => signInConfig.get()?.userPoolClientId;

/** A valid access token, refreshed if it has expired; undefined when nobody is signed in. */
export const getAccessToken = async (): Promise<string | undefined> =>
  readStoredToken(clientId()) ?? (await loadIdentity()).currentToken();

/** When the user of this browser signed in (milliseconds); undefined if no token is kept. */
export const signedInAt = (): number | undefined => readSignInTime(clientId());

const forgetTokens = (): void => {
  const names = Object.keys(localStorage).filter((name) =>
    name.startsWith(tokenKeyPrefix(clientId())),
  );
  for (const name of names) localStorage.removeItem(name);
};

/** Ends the session on the server, so that copies of its token become invalid too. */
export const signOutOnServer = async (): Promise<void> => {
  await users.signOut({});
};

/** Deletes the session. The tokens leave this browser even if the server cannot be reached. */
export const endSession = async (): Promise<void> => {
  try {
    const { endSession: end } = await loadIdentity();
    await end();
  } catch (error) {
    forgetTokens();
    throw error;
  }
};

/** The signed-in user. The shell polls it, as rights change. */
export const useCurrentUser = () => useCall(users.getCurrentUser, {});

type Call = { guard: GuardedRoute };

const refusalIn = (user: CurrentUser | undefined, call: Call | undefined): string | undefined => {
  if (!user || !call) return undefined;
  return refusalOf(user, call.guard);
};

/**
 * Why the signed-in user may not make a call, by the same decision as the server's; undefined if
 * the call is allowed, if there is none, or until the user is known.
 */
export const useRefusal = (call: Call | undefined): string | undefined =>
  refusalIn(useCurrentUser().data, call);

/** The same for several calls, by the given names: undefined for each allowed one. */
export const useRefusals = <Name extends string>(
  calls: Readonly<Record<Name, Call>>,
): Record<Name, string | undefined> => {
  const { data } = useCurrentUser();
  const names = Object.keys(calls) as Name[];
  const refusals = names.map((name) => [name, refusalIn(data, calls[name])]);
  return Object.fromEntries(refusals) as Record<Name, string | undefined>;
};
