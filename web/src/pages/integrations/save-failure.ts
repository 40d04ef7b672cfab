import type { ApiError } from '#web/api/api-error.ts';
import { failureText } from '#web/components/failure-text.ts';

export const notAuthorized = 'You are not authorized to perform this action.';

/** What is told of an integration that was not saved, where no field has the reason. */
export const saveFailure = (error: ApiError): { header: string; content: string } =>
  error.status === 403
    ? { header: notAuthorized, content: error.message }
    : { header: 'Something Went Wrong.', content: failureText(error) };
