import type { ApiError } from '#web/api/api-error.ts';

/** Why an action failed, and what to do if the server was not reached. */
export const failureText = ({ status, message }: ApiError): string =>
  status === 0 ? `${message} Check your connection, then try again.` : message;

/** The message about a failed action. */
export type Failure = { header: string; content: string };

/** The same with a header; undefined without an error. */
export const failureOf = (header: string, error: ApiError | null): Failure | undefined =>
  error ? { header, content: failureText(error) } : undefined;
