import { newPassword } from '#lib/domain/users/password.schema.ts';
import { CognitoError } from './cognito-error.ts';

export const weakPassword = (message: string) =>
  new CognitoError('InvalidPasswordException', message);

/** Why the text is no acceptable password; undefined if it is one. */
export const problemWithPassword = (password: string): string | undefined =>
  newPassword.safeParse(password).error?.issues[0]?.message;

export const demandStrongPassword = (password: string): void => {
  const problem = problemWithPassword(password);
  if (problem !== undefined) throw weakPassword(problem);
};
