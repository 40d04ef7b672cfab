import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signOut } from 'aws-amplify/auth';
import { signInConfig } from './session.ts';

/** Pages that sign people in import this file, so that the library is configured. */
const configure = (): void => {
  const Cognito = signInConfig.get();
  if (Cognito) Amplify.configure({ Auth: { Cognito } });
};

configure();
signInConfig.subscribe(configure);

/** A valid access token, refreshed if it has expired; undefined when nobody is signed in. */
export const currentToken = async (): Promise<string | undefined> => {
  const { tokens } = await fetchAuthSession();
  return tokens?.accessToken.toString();
};

export const endSession = async (): Promise<void> => {
  await signOut();
};
