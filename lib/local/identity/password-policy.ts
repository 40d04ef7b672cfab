import { CognitoError } from './cognito-error.ts';

const longest = 256;
const needed = [/[A-Z]/, /[a-z]/, /[0-9]/, /[@$!%*?&\-#_]/];

export const passwordRule =
  'Use at least 8 characters, with an upper case letter, a lower case letter, a digit ' +
  'and one of @$!%*?&-#_';

/** The password rule of spec 2, section 5. */
export const isStrongPassword = (password: string): boolean =>
  password.length >= 8 &&
  password.length <= longest &&
  needed.every((pattern) => pattern.test(password));

export const weakPassword = (message: string) =>
  new CognitoError('InvalidPasswordException', message);

export const demandStrongPassword = (password: string): void => {
  if (!isStrongPassword(password)) throw weakPassword(passwordRule);
};
