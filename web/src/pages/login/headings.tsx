import type { ComponentProps } from 'react';
import { type Authenticator, Heading } from '@aws-amplify/ui-react';

/** Amplify's own headings would skip levels below the page's one. */
const titled = (title: string) => ({
  Header: () => (
    <Heading level={2} fontSize="1.25rem">
      {title}
    </Heading>
  ),
});

/** What each step of a sign-in or sign-up asks for. */
export const headings: ComponentProps<typeof Authenticator>['components'] = {
  ConfirmSignIn: titled('Enter the code of your authenticator app'),
  ConfirmSignUp: titled('Confirm your e-mail address'),
  ForceNewPassword: titled('Choose your password'),
  ForgotPassword: titled('Reset your password'),
  ConfirmResetPassword: titled('Choose a new password'),
};
