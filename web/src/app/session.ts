import type { Guarded } from '#lib/domain/account/permission.rules.ts';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { keptSignIn, keptToken, keptUnder } from '#web/api/kept-token.ts';
import { refusalIn as refusalOf } from '#web/api/own-rights.ts';
import { users } from '#web/api/users.ts';
import { useCall } from '#web/api/use-call.ts';
import type { ConsoleConfig } from './config.ts';
import { createStore } from './store.ts';

type SignIn = { userPoolId: string; userPoolClientId: string; userPoolEndpoint?: string };

/** Where people sign in; unknown until the configuration was read. */
export const signInAt = createStore<SignIn | undefined>(undefined);

export const configureSession = (config: ConsoleConfig): void => {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config;
  signInAt.set({ userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) });
};

/** The sign-in library weighs only on who signs in or out, or whose token has expired. */
const identity = () => import('./identity.ts');

const clientId = (): string | undefined => signInAt.get()?.userPoolClientId;

/** A valid access token, refreshed when it has expired; nothing when nobody is signed in. */
export const accessToken = async (): Promise<string | undefined> =>
  keptToken(clientId()) ?? (await identity()).currentToken();

/** When the person of this browser signed in; unknown where no token is kept. */
export const signedInAt = (): number | undefined => keptSignIn(clientId());

const forgetTokens = (): void => {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(keptUnder(clientId())));
  for (const name of names) localStorage.removeItem(name);
};

/** Has the server end the session, so that a copy of its token is of no use to anybody either. */
export const tellSignOut = async (): Promise<void> => {
  await users.signOut({});
};

/** Forgets the session. The tokens leave this browser even if the server cannot be told. */
export const endSession = async (): Promise<void> => {
  try {
    const { endSession: end } = await identity();
    await end();
  } catch (error) {
    forgetTokens();
    throw error;
  }
};

/** The signed-in person. Who shows the console asks again now and then: rights change. */
export const useCurrentUser = () => useCall(users.getCurrentUser, {});

type Call = { guard: Guarded };

const refusalIn = (user: CurrentUser | undefined, call: Call | undefined): string | undefined => {
  if (!user || !call) return undefined;
  return refusalOf(user, call.guard);
};

/**
 * Why the signed-in person may not make a call, by the decision that the server makes; undefined
 * when they may, where there is no call to make, and while nobody knows yet who they are.
 */
export const useRefusal = (call: Call | undefined): string | undefined =>
  refusalIn(useCurrentUser().data, call);

/** The same for several calls, by the names given: undefined for each that they may make. */
export const useRefusals = <Name extends string>(
  calls: Readonly<Record<Name, Call>>,
): Record<Name, string | undefined> => {
  const { data } = useCurrentUser();
  const names = Object.keys(calls) as Name[];
  const refusals = names.map((name) => [name, refusalIn(data, calls[name])]);
  return Object.fromEntries(refusals) as Record<Name, string | undefined>;
};
