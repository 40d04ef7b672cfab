import { ApiError } from './api-error.ts';

/**
 * Whether a query may be repeated automatically: by a poll, when a window gets the focus again, or
 * when the connection is back. A query that was rejected with 403 is repeated only on a user's
 * request or when their rights have changed.
 */
export const canRefetch = ({ state: { error } }: { state: { error: unknown } }): boolean =>
  !(error instanceof ApiError && error.status === 403);
