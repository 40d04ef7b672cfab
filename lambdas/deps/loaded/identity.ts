import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { openIdentity } from '#lib/aws/identity.ts';
import { clock, environment } from '../process.ts';

export const identity = openIdentity({
  client: new CognitoIdentityProviderClient(),
  userPoolId: environment('USER_POOL_ID'),
  clientId: environment('CLIENT_ID'),
  clock,
});
