import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { decide, type Guarded, sentenceOf } from '#lib/domain/account/permission.rules.ts';
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

/** The signed-in person. */
export const useCurrentUser = () => useCall(users.getCurrentUser, {});

/** Why the signed-in person may not change anything, or nothing. */
export const useWriteRefusal = (): string | undefined => {
  const { data } = useCurrentUser();
  return data?.readOnly
    ? 'Your access is read-only. Ask an administrator of your organisation for full access.'
    : undefined;
};

/**
 * Why the signed-in person may not make a call, by the decision that the server makes; undefined
 * when they may, and while nobody knows yet who they are.
 */
export const useRefusal = (call: { guard: Guarded }): string | undefined => {
  const { data } = useCurrentUser();
  if (!data) return undefined;
  const { allowed, reason } = decide(data, call.guard);
  return allowed ? undefined : sentenceOf(reason, call.guard, data.root_users);
};
