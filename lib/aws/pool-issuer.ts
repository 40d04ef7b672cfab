/** The issuer of a user pool's tokens; the pool's id starts with its region. */
export const poolIssuer = (userPoolId: string): string =>
  `https://cognito-idp.${userPoolId.split('_')[0]}.amazonaws.com/${userPoolId}`;
