import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readHashSecret } from '#lib/aws/hash-secret.ts';
import { environment } from '../process.ts';

export const hashSecret = await readHashSecret(
  new SecretsManagerClient(),
  environment('HASH_SECRET_ID'),
);
