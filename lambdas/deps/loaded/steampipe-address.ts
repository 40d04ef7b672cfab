import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readSecretText } from '#lib/aws/secret-text.ts';
import { environment } from '../process.ts';

/** Read anew for each table, so that a changed secret takes effect at once. */
export const steampipeAddress = async (): Promise<string> => {
  const client = new SecretsManagerClient();
  try {
    return await readSecretText(client, environment('STEAMPIPE_SECRET_ID'));
  } finally {
    client.destroy();
  }
};
