import type { ReactNode } from 'react';
import { Authenticator, ThemeProvider } from '@aws-amplify/ui-react';
import '@aws-amplify/ui-react/styles.css';
import * as tokens from '@cloudscape-design/design-tokens';
import { offersSignUp } from '#web/app/config.ts';
import '#web/app/identity.ts';
import { useIsDark } from '#web/app/theme.ts';
import { headings } from './headings.tsx';
import './login.css';
import { formFields, services } from './sign-up.ts';
import { loginTheme } from './theme.ts';
import './words.ts';

const Heading = ({ children }: { children: ReactNode }) => (
  <header className="login-heading">
    <div>
      <img src="/logo.svg" alt="" width={48} height={48} />
      <h1 style={{ color: tokens.colorTextHeadingDefault }}>Cloudwarden</h1>
    </div>
    {children}
  </header>
);

type Props = {
  /** Why the user has to sign in, if that needs an explanation. */
  reason?: ReactNode;
  /** Hides the sign-up, where the product would offer it. */
  hideSignUp?: boolean;
  /** Shown once the user is signed in. */
  children: ReactNode;
};

/**
 * Sign-in with or without an authenticator app, forced password change, and password reset; and
 * sign-up, unless users are invited.
 */
export const SignIn = ({ reason, hideSignUp = false, children }: Props) => {
  const dark = useIsDark();
  return (
    <ThemeProvider theme={loginTheme} colorMode={dark ? 'dark' : 'light'}>
      <div className="login" style={{ background: tokens.colorBackgroundLayoutMain }}>
        <Heading>{reason}</Heading>
        <Authenticator
          hideSignUp={hideSignUp || !offersSignUp()}
          loginMechanisms={['email']}
          signUpAttributes={['name']}
          formFields={formFields}
          services={services}
          components={headings}
        >
          {() => <>{children}</>}
        </Authenticator>
      </div>
    </ThemeProvider>
  );
};
