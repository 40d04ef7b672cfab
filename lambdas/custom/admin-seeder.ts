import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { adminSeeder } from '#lib/aws/admin-seeder.ts';
import { customResource } from '#lib/aws/custom-resource.ts';
import { db } from '../deps/database.ts';
import { clock, environment, log } from '../deps/process.ts';

const userPoolId = environment('USER_POOL_ID');
const client = new CognitoIdentityProviderClient();

export const handler = customResource(adminSeeder({ client, userPoolId, db, clock }), log);
