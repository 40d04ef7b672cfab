import { ApiError } from './api-error.ts';

/**
 * What somebody may not read is asked again where they wish it, or their rights have changed; not
 * by a clock, a window that is looked at again, or a connection that is back.
 */
export const mayAskAgain = ({ state: { error } }: { state: { error: unknown } }): boolean =>
  !(error instanceof ApiError && error.status === 403);
