import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { Authenticator, ThemeProvider } from '@aws-amplify/ui-react';
import '@aws-amplify/ui-react/styles.css';
import * as tokens from '@cloudscape-design/design-tokens';
import { offersSignUp } from '#web/app/config.ts';
import { useIsDark } from '#web/app/theme.ts';
import { Loading } from '#web/components/loading.tsx';
import { headings } from './headings.tsx';
import './login.css';
import { formFields, services } from './sign-up.ts';
import { loginTheme } from './theme.ts';

/** A path of this console; anything else leads to the root. */
const nextPath = (wanted: string | null): string =>
  wanted?.startsWith('/') && !wanted.startsWith('/login') ? wanted : '/';

const GoOn = () => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [params] = useSearchParams();
  const next = nextPath(params.get('next'));
  useEffect(() => {
    queries.clear();
    void navigate(next, { replace: true });
  }, [navigate, next, queries]);
  return <Loading text="Signing in" />;
};

const Heading = () => (
  <header className="login-heading">
    <img src="/logo.svg" alt="" width={48} height={48} />
    <h1 style={{ color: tokens.colorTextHeadingDefault }}>Cloudwarden</h1>
  </header>
);

/**
 * Sign in with or without an authenticator app, a forced new password, a forgotten password; and
 * signing up, where people are not invited.
 */
export const LoginPage = () => {
  const dark = useIsDark();
  useEffect(() => {
    document.title = 'Sign in | Cloudwarden';
  }, []);
  return (
    <ThemeProvider theme={loginTheme} colorMode={dark ? 'dark' : 'light'}>
      <div className="login" style={{ background: tokens.colorBackgroundLayoutMain }}>
        <Heading />
        <Authenticator
          hideSignUp={!offersSignUp()}
          loginMechanisms={['email']}
          signUpAttributes={['name']}
          formFields={formFields}
          services={services}
          components={headings}
        >
          {() => <GoOn />}
        </Authenticator>
      </div>
    </ThemeProvider>
  );
};
