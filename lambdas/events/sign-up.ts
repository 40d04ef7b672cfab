import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { signInTrigger } from '#lib/aws/sign-in-trigger.ts';
import { signUpTrigger } from '#lib/aws/sign-up-trigger.ts';
import { foundOrganisation } from '#lib/domain/onboarding/sign-up.service.ts';
import { db } from '../deps/database.ts';
import { hold, take } from '../deps/identity-events.ts';
import { clock } from '../deps/process.ts';

const client = new CognitoIdentityProviderClient();

const signUp = signUpTrigger({ client, found: foundOrganisation({ db, clock }) });
const signIn = signInTrigger({ client, take, hold });

/** Cognito calls one function for both confirmed sign-ups and reset passwords. */
export const handler = async (event: unknown): Promise<unknown> => {
  await signIn(event);
  return signUp(event);
};
