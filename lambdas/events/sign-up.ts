import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { signInTrigger } from '#lib/aws/sign-in-trigger.ts';
import { signUpTrigger } from '#lib/aws/sign-up-trigger.ts';
import { createFromSignUp } from '#lib/domain/onboarding/sign-up.service.ts';
import { db } from '../deps/database.ts';
import { holdSignIns, recordEvent } from '../deps/identity-events.ts';
import { clock } from '../deps/process.ts';

const client = new CognitoIdentityProviderClient();

const signUp = signUpTrigger({ client, createOrganisation: createFromSignUp({ db, clock }) });
const signIn = signInTrigger({ client, recordEvent, hold: holdSignIns });

/** Cognito calls one function for both confirmed sign-ups and reset passwords. */
export const handler = async (event: unknown): Promise<unknown> => {
  await signIn(event);
  return signUp(event);
};
