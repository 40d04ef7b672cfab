import type { ApiError } from '#web/api/api-error.ts';
import { failureText } from '#web/components/failure-text.ts';

export const notAuthorized = 'You are not authorized to perform this action.';

/**
 * What is told of an integration that was not saved. Nothing where a field has the reason, or where
 * the person may not: the button says so already.
 */
export const saveFailure = (error: ApiError) =>
  error.field || error.status === 403
    ? undefined
    : { header: 'Something Went Wrong.', content: failureText(error) };
