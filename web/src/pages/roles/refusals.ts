import type { ApiError } from '#web/api/api-error.ts';

/** What a person is told of a call that failed. */
export type Failure = {
  header: string;
  content: string;
  /** The role is not there any more: its page is left. */
  isGone?: boolean;
};

const failed = (header: string, { message }: ApiError): Failure => ({ header, content: message });

/** The name is the only thing that a role can have in common with another. */
const isTaken = ({ status, field }: ApiError): boolean =>
  field === 'name' || (field === undefined && (status === 400 || status === 409));

export const createFailure = (error: ApiError): Failure =>
  failed(isTaken(error) ? 'Role Already Exists' : 'The role was not created.', error);

export const cloneFailure = (error: ApiError): Failure => {
  const { status, message } = error;
  if (status === 404) return { ...failed('Role Not Found', error), isGone: true };
  if (status === 409) {
    return { header: 'Validation Error', content: `Invalid role data. ${message}` };
  }
  if (status === 400) return failed('Duplicate Role Name', error);
  if (status === 500) return failed('Server Error', error);
  // A refusal is no surprise, and would be the same again.
  if (status === 403) return failed('The role was not cloned.', error);
  return failed('An Unexpected error occurred. Please try again.', error);
};

export const editFailure = (error: ApiError): Failure => {
  const { status, field } = error;
  if (status === 404) return { ...failed('Role Not Found', error), isGone: true };
  if (status === 400 && field !== 'policies') return failed('Duplicate Role Name', error);
  if (status === 500) return failed('Server Error', error);
  return failed('The role was not saved.', error);
};

/** Whether somebody tried to change a role that is everybody's. */
export const isOfDefaultRole = ({ status, detail }: ApiError): boolean =>
  status === 403 && detail.some(({ msg }) => msg === 'Default_role_edit_attempted');
