import type { ComponentProps } from 'react';
import { type Authenticator, Button, Heading, Text, useAuthenticator } from '@aws-amplify/ui-react';

/** Amplify's own headings would skip levels below the page's one. */
const titled = (title: string) => ({
  Header: () => (
    <Heading level={2} fontSize="1.25rem">
      {title}
    </Heading>
  ),
});

/** The address as it was typed, since Amplify hides most of it; and the way back to another. */
const WrongAddress = () => {
  const { username, toSignIn } = useAuthenticator((context) => [context.username]);
  return (
    <>
      <Text>
        The address is {username}. If it is wrong, go back and sign up again.
      </Text>
      <Button variation="link" size="small" onClick={toSignIn}>
        Back to sign in
      </Button>
    </>
  );
};

/** What each step of a sign-in or sign-up asks for. */
export const headings: ComponentProps<typeof Authenticator>['components'] = {
  ConfirmSignIn: titled('Enter the code of your authenticator app'),
  ConfirmSignUp: { ...titled('Confirm your e-mail address'), Footer: WrongAddress },
  ForceNewPassword: titled('Choose your password'),
  ForgotPassword: titled('Reset your password'),
  ConfirmResetPassword: titled('Choose a new password'),
};
