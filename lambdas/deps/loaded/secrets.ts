import { KMSClient } from '@aws-sdk/client-kms';
import { openSecrets } from '#lib/aws/secrets.ts';
import { clock, environment } from '../process.ts';

export const secrets = openSecrets({
  client: new KMSClient(),
  keyId: environment('KEY_ID'),
  clock,
});
