import type { ApiError } from '#web/api/api-error.ts';
import { failureText } from '#web/components/failure-text.ts';

export const notAuthorized = 'You are not authorized to perform this action.';

/**
 * The message about an integration that was not saved. Undefined if a field shows the error, or for
 * a 403, which the button already explains.
 */
export const saveFailure = (error: ApiError) =>
  error.field || error.status === 403
    ? undefined
    : { header: 'Something Went Wrong.', content: failureText(error) };
