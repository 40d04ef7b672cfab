import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readSecretText } from '#lib/aws/secret-text.ts';
import { environment } from '../process.ts';

const client = new SecretsManagerClient();

export const readSecret = () => readSecretText(client, environment('HASH_SECRET_ID'));
