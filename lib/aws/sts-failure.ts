/** Why a call of AWS STS failed, for users, by the SDK's error name; a retry may succeed. */
export const stsFailure = (name: string): string =>
  // The SDK's error when the process has no AWS credentials.
  name === 'CredentialsProviderError'
    ? 'This server has no AWS credentials. Start it with credentials that may assume roles.'
    : `The call to AWS STS failed (${name}). Try again later.`;
