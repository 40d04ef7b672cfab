/** Of what people do where they sign in, Cognito tells functions this, and never from where. */
export const cognitoEvents = ['sign_in', 'reset_password'] as const;
