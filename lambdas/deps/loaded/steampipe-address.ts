import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readSecretText } from '#lib/aws/secret-text.ts';
import { environment } from '../process.ts';

/** Read by each table anew: whoever changes the secret is not waited for. */
export const steampipeAddress = async (): Promise<string> => {
  const client = new SecretsManagerClient();
  try {
    return await readSecretText(client, environment('STEAMPIPE_SECRET_ID'));
  } finally {
    client.destroy();
  }
};
