import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** The text that keys the hashes of API keys and the seals of cursors. */
export const readHashSecret = async (
  client: SecretsManagerClient,
  secretId: string,
): Promise<string> => {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
  if (!SecretString) throw new Error('The hash secret is empty.');
  return SecretString;
};
