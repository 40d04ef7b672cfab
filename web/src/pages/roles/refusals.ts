import type { ApiError } from '#web/api/api-error.ts';

/** The message about a failed call. */
export type Failure = {
  header: string;
  content: string;
  /** The role no longer exists: its page is left. */
  isGone?: boolean;
};

const toFailure = (header: string, { message }: ApiError): Failure => ({
  header,
  content: message,
});

/** Whether the name is taken: the only possible conflict with another role. */
const isTaken = ({ status, field }: ApiError): boolean =>
  field === 'name' || (field === undefined && (status === 400 || status === 409));

export const creationFailureOf = (error: ApiError): Failure =>
  toFailure(isTaken(error) ? 'Role Already Exists' : 'The role was not created.', error);

export const cloneFailureOf = (error: ApiError): Failure => {
  const { status, message } = error;
  if (status === 404) return { ...toFailure('Role Not Found', error), isGone: true };
  if (status === 409) {
    return { header: 'Validation Error', content: `Invalid role data. ${message}` };
  }
  if (status === 400) return toFailure('Duplicate Role Name', error);
  if (status === 500) return toFailure('Server Error', error);
  // A missing permission is an expected error, and a retry would not help.
  if (status === 403) return toFailure('The role was not cloned.', error);
  return toFailure('An Unexpected error occurred. Please try again.', error);
};

export const editFailureOf = (error: ApiError): Failure => {
  const { status, field } = error;
  if (status === 404) return { ...toFailure('Role Not Found', error), isGone: true };
  if (status === 400 && field !== 'policies') return toFailure('Duplicate Role Name', error);
  if (status === 500) return toFailure('Server Error', error);
  return toFailure('The role was not saved.', error);
};

/** Whether the error is about an attempt to change a predefined role. */
export const isDefaultRoleError = ({ status, detail }: ApiError): boolean =>
  status === 403 && detail.some(({ msg }) => msg === 'Default_role_edit_attempted');
