import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** Reads the text of a secret in Secrets Manager. */
export const readSecretText = async (
  client: SecretsManagerClient,
  secretId: string,
): Promise<string> => {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
  if (!SecretString) throw new Error(`The secret ${secretId} is empty.`);
  return SecretString;
};
