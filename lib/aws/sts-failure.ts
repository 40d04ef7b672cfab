import { errorParts, isNetworkError } from './sdk.ts';

/** Why a call of AWS STS failed, for users; a retry may succeed. */
export const stsFailure = (error: unknown): string => {
  const { name } = errorParts(error);
  // The SDK's error when the process has no AWS credentials.
  if (name === 'CredentialsProviderError') {
    return 'This server has no AWS credentials. Start it with credentials that may assume roles.';
  }
  if (isNetworkError(error)) {
    const { code } = Object(error) as { code?: unknown };
    // The code of a DOMException, such as a timeout, is a number that says less than its name.
    const reason = typeof code === 'string' ? code : name;
    return `AWS STS cannot be reached (${reason}). Check this server's connection to the internet.`;
  }
  return `The call to AWS STS failed (${name}). Try again later.`;
};
