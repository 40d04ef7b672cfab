/** The events of sign-in pages that Cognito reports to triggers, never with an IP address. */
export const cognitoEvents = ['sign_in', 'reset_password'] as const;
