import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { signUpTrigger } from '#lib/aws/sign-up-trigger.ts';
import { foundOrganisation } from '#lib/domain/onboarding/sign-up.service.ts';
import { db } from '../deps/database.ts';
import { clock } from '../deps/process.ts';

const client = new CognitoIdentityProviderClient();

export const handler = signUpTrigger({ client, found: foundOrganisation({ db, clock }) });
