import { passwordRule } from '#lib/domain/users/password.schema.ts';

const tooManyTries = 'Too many tries. Wait a minute, then try again.';

/** The messages for errors of the user pool, by name. */
const textByErrorName: Record<string, string> = {
  EnableSoftwareTokenMFAException: 'This code is not right. Enter the one the app shows now.',
  CodeMismatchException: 'This code is not right. Enter the one the app shows now.',
  SoftwareTokenMFANotFoundException: 'The setup took too long. Begin again.',
  InvalidPasswordException: passwordRule,
  PasswordHistoryPolicyViolationException:
    'You have used this password before. Choose another one.',
  LimitExceededException: tooManyTries,
  TooManyRequestsException: tooManyTries,
  NetworkError: "Couldn't connect to the server!",
  ServiceUnavailableException:
    'The disk of the server is full or cannot be written. Ask whoever runs it to free space on it.',
  UserUnAuthenticatedException: 'Your session has ended. Sign in again.',
};

/** The message for an error of the user pool; `extraTexts` are messages for one call only. */
export const signInErrorText = (
  error: unknown,
  extraTexts: Record<string, string> = {},
): string => {
  const name = error instanceof Error ? error.name : '';
  return { ...textByErrorName, ...extraTexts }[name] ?? 'Something went wrong!';
};
