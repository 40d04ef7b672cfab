import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { signInTrigger } from '#lib/aws/sign-in-trigger.ts';
import { holdSignIns, recordEvent } from '../deps/identity-events.ts';

export const handler = signInTrigger({
  client: new CognitoIdentityProviderClient(),
  recordEvent,
  hold: holdSignIns,
});
