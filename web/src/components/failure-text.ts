import type { ApiError } from '#web/api/api-error.ts';

/** Why something was not done, and what to do where the server could not say it. */
export const failureText = ({ status, message }: ApiError): string =>
  status === 0 ? `${message} Check your connection, then try again.` : message;
