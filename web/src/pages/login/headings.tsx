import type { ComponentProps } from 'react';
import { type Authenticator, Button, Heading, Text, useAuthenticator } from '@aws-amplify/ui-react';

/** Amplify's own headings would skip levels below the page's first-level heading. */
const StepHeading = ({ title }: { title: string }) => (
  <Heading level={2} fontSize="1.25rem">
    {title}
  </Heading>
);

const withTitle = (title: string) => ({ Header: () => <StepHeading title={title} /> });

/** The address as it was typed, as Amplify hides most of it; and a link to enter another. */
const AddressCheck = () => {
  const { username, toSignIn } = useAuthenticator((context) => [context.username]);
  return (
    <>
      <Text>The address is {username}. If it is wrong, go back and sign up again.</Text>
      <Button variation="link" size="small" onClick={toSignIn}>
        Back to sign in
      </Button>
    </>
  );
};

/** Explains why and how to set up a mandatory authenticator app, which Amplify's step does not. */
const SetUpApp = () => (
  <>
    <StepHeading title="Set up two-factor sign-in" />
    <Text>
      Everybody here signs in with the password and a code from an authenticator app. Scan the QR
      code with such an app, or enter the key below it by hand. Then enter the 6 digits that the app
      shows.
    </Text>
    <Text>
      Keep the key in a safe place. Without the app, you cannot sign in until a ROOT user lets you
      set up another one, or the operator of this installation if you are the last ROOT user.
    </Text>
  </>
);

/** The headings of each step of a sign-in or sign-up. */
export const headings: ComponentProps<typeof Authenticator>['components'] = {
  ConfirmSignIn: withTitle('Enter the code of your authenticator app'),
  ConfirmSignUp: { ...withTitle('Confirm your e-mail address'), Footer: AddressCheck },
  SetupTotp: { Header: SetUpApp },
  ForceNewPassword: withTitle('Choose your password'),
  ForgotPassword: withTitle('Reset your password'),
  ConfirmResetPassword: withTitle('Choose a new password'),
};
