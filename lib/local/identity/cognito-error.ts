/** An expected failure in Cognito's terms; `type` is the exception's name, which Amplify reads. */
export class CognitoError extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, message: string, status = 400) {
    super(message);
    this.name = 'CognitoError';
    this.type = type;
    this.status = status;
  }
}

/** The same error for an unknown user, a wrong password and a used challenge. */
export const wrongCredentials = () => notAuthorized('Incorrect username or password.');

export const notAuthorized = (message: string) =>
  new CognitoError('NotAuthorizedException', message);

export const sessionEnded = () =>
  notAuthorized('Invalid session for the user, session is expired.');

export const invalidParameter = (message: string) =>
  new CognitoError('InvalidParameterException', message);

export const tooManyRequests = () =>
  new CognitoError('TooManyRequestsException', 'Too many attempts. Try again in a while.', 429);
