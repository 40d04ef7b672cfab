import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readHashSecret } from '#lib/aws/hash-secret.ts';
import { environment } from '../process.ts';

const client = new SecretsManagerClient();

export const readSecret = () => readHashSecret(client, environment('HASH_SECRET_ID'));
