import type { Page } from 'playwright-core';
import type { Embedded } from './embedded.ts';
import { callIdentity, clientId } from './invited-user.ts';

/** What the console's sign-in library stores in the browser of a signed-in user. */
const storedSignIn = async ({ url, sign_in }: Pick<Embedded, 'url' | 'sign_in'>) => {
  const { email, password } = sign_in;
  const { AuthenticationResult: tokens } = await callIdentity(url, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  if (!tokens) throw new Error(`${email} could not sign in.`);
  const library = `CognitoIdentityServiceProvider.${clientId}`;
  const storedValues = {
    LastAuthUser: email,
    [`${email}.accessToken`]: tokens.AccessToken,
    [`${email}.idToken`]: tokens.IdToken,
    [`${email}.refreshToken`]: tokens.RefreshToken,
    [`${email}.clockDrift`]: '0',
  };
  return Object.entries(storedValues).map(([name, value]) => ({
    name: `${library}.${name}`,
    value,
  }));
};

/**
 * Opens the console as a user who has signed in here before. Signing in through the form takes
 * seconds of processor time: only tests about signing in do that.
 */
export const openSignedIn = async (
  page: Page,
  product: Pick<Embedded, 'url' | 'sign_in'>,
): Promise<void> => {
  const localStorage = await storedSignIn(product);
  const origins = [{ origin: product.url, localStorage }];
  await page.context().setStorageState({ cookies: [], origins });
  await page.goto('/app');
  await page.getByRole('navigation').first().waitFor();
};
