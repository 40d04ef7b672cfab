import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { decide, type Guarded, sentenceOf } from '#lib/domain/account/permission.rules.ts';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { users } from '#web/api/users.ts';
import { useCall } from '#web/api/use-call.ts';
import type { ConsoleConfig } from './config.ts';

export const configureSession = (config: ConsoleConfig): void => {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config;
  Amplify.configure({
    Auth: {
      Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) },
    },
  });
};

/** A valid access token, refreshed when it has expired; nothing when nobody is signed in. */
export const accessToken = async (): Promise<string | undefined> => {
  const { tokens } = await fetchAuthSession();
  return tokens?.accessToken.toString();
};

/** Ends the session. The tokens leave this browser even if the server cannot be told. */
export const endSession = async (): Promise<void> => {
  await signOut();
};

/** The signed-in person. Who shows the console asks again now and then: rights change. */
export const useCurrentUser = () => useCall(users.getCurrentUser, {});

type Call = { guard: Guarded };

const refusalIn = (user: CurrentUser | undefined, call: Call | undefined): string | undefined => {
  if (!user || !call) return undefined;
  const { guard } = call;
  const { allowed, reason } = decide(user, guard);
  return allowed ? undefined : sentenceOf(reason, guard, user.root_users);
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
