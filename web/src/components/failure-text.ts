import type { ApiError } from '#web/api/api-error.ts';

/** Why something was not done, and what to do where the server could not say it. */
export const failureText = ({ status, message }: ApiError): string =>
  status === 0 ? `${message} Check your connection, then try again.` : message;

/** What a person is told of something that was not done. */
export type Failure = { header: string; content: string };

/** The same with what it was about; nothing where nothing failed. */
export const failureOf = (header: string, error: ApiError | null): Failure | undefined =>
  error ? { header, content: failureText(error) } : undefined;
