import type * as z from 'zod';
import type { newUser } from '#lib/domain/users/user.schema.ts';
import type { Embedded } from './embedded.ts';

type Invited = Partial<z.input<typeof newUser>> & { email: string };

const firstPassword = 'First-Pass-1';
const ownPassword = 'Own-Pass-1';

/** The console's client id in the embedded identity service. */
export const clientId = 'cloudwarden-console';

type Tokens = { AccessToken: string; IdToken: string; RefreshToken: string };

/** Calls one operation of the embedded identity service, as browsers do. */
export const callIdentity = async (url: string, operation: string, body: object) => {
  const answer = await fetch(`${url}/identity`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId: clientId, ...body }),
  });
  const result: { Session?: string; AuthenticationResult?: Tokens } = JSON.parse(
    await answer.text(),
  );
  if (!answer.ok) throw new Error(`${operation}: ${JSON.stringify(result)}`);
  return result;
};

/** Creates a user by ROOT's invitation; the user has not signed in yet. */
export const invite = (product: Pick<Embedded, 'api'>, { email, ...rest }: Invited) =>
  product.api.users.createUser({
    email,
    name: email.split('@')[0] ?? email,
    country_code: '+49',
    phone: '1711234567',
    userType: 'SUBUSER',
    readOnly: false,
    password: firstPassword,
    ...rest,
  });

/**
 * A user whom ROOT invited and who has chosen a password: the credentials to sign in with, and an
 * access token.
 */
export const inviteAndSignIn = async (product: Pick<Embedded, 'api' | 'url'>, invited: Invited) => {
  await invite(product, invited);
  const { email, password = firstPassword } = invited;
  const { Session } = await callIdentity(product.url, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  const { AuthenticationResult } = await callIdentity(product.url, 'RespondToAuthChallenge', {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session,
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD: ownPassword },
  });
  const token = AuthenticationResult?.AccessToken;
  if (!token) throw new Error(`${email} could not sign in.`);
  return { sign_in: { email, password: ownPassword }, token };
};
