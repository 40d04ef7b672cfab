import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { sessionPaths } from '#lib/pages.ts';
import { users } from '#web/api/users.ts';
import { useCall } from '#web/api/use-call.ts';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { Loading } from '#web/components/loading.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { clearLastUse, isIdleTooLong, useIdleEnd } from './idle.ts';
import { setPreferencesOwner, usePreferencesOwner } from './preferences.ts';
import { endSession, signOutOnServer } from './session.ts';
import { Shell } from './shell.tsx';
import { Standalone } from './standalone.tsx';
import { resetPersonalStores } from './store.ts';

const LazySignInAgain = lazyPart(
  async () => (await import('#web/pages/login/login.tsx')).SignInAgain,
);

/** In view where the dialog cannot be loaded: a page may be long. */
const overlayStyle = { position: 'fixed', insetInline: 0, insetBlockEnd: 0, zIndex: 9999 } as const;

const SessionEnded = () => (
  <div style={overlayStyle}>
    <Suspense>
      <LazySignInAgain />
    </Suspense>
  </div>
);

type LoginRedirectProps = { to: string; text: string; beforeRedirect?: () => Promise<void> };

/** Ends the rest of the session, then goes to the login page. */
const LoginRedirect = ({ to, text, beforeRedirect }: LoginRedirectProps) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    const leave = () => {
      queries.clear();
      resetPersonalStores();
      return navigate(to, { replace: true });
    };
    // With tokens that the server no longer accepts, the login page would redirect straight back
    // here.
    const pending = beforeRedirect?.() ?? Promise.resolve();
    pending
      .catch(() => {})
      .then(endSession)
      .then(leave, leave)
      .catch(() => {});
  }, [navigate, queries, to, beforeRedirect]);
  return <Loading text={text} />;
};

/** The target of signing out: users with unsaved work are asked before they get here. */
export const SignOut = () => (
  <LoginRedirect to={sessionPaths.login} text="Signing out" beforeRedirect={signOutOnServer} />
);

const AccountFailed = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => (
  <LoadFailed error={error} subject="your account" onRetry={onRetry} wholePage />
);

/** Detects at once when somebody signs out, or in again, in another tab of this browser. */
const useSessionSync = (refetch: () => Promise<unknown>): void =>
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (!key || key.endsWith('.accessToken')) void refetch();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [refetch]);

/** True once the preferences and the fetched data in this browser belong to this user only. */
const useSwitchDataOwner = (userId: string | undefined): boolean => {
  const queries = useQueryClient();
  const owner = usePreferencesOwner();
  useEffect(() => {
    if (userId === undefined || owner === userId) return;
    const { routeKey } = users.getCurrentUser;
    queries.removeQueries({ predicate: ({ queryKey: [key] }) => key !== routeKey });
    resetPersonalStores();
    setPreferencesOwner(userId);
  }, [queries, owner, userId]);
  return owner === userId;
};

/** The login page, with a return address. */
const useLoginPath = (): string => {
  const { pathname, search } = useLocation();
  return `${sessionPaths.login}?next=${encodeURIComponent(pathname + search)}`;
};

/** Milliseconds after which changed rights are shown at the latest. */
const rightsPollEvery = 60_000;

/**
 * Routes are shown only once the user is loaded; until then a spinner. If a session ends later, the
 * user signs in again on top of the page, which keeps its state.
 */
const SignedInConsole = () => {
  const { data, error, refetch } = useCall(users.getCurrentUser, {}, { poll: rightsPollEvery });
  const to = useLoginPath();
  const isOwnData = useSwitchDataOwner(data?._id);
  useSessionSync(refetch);
  const isSignedIn = error?.status !== 401;
  useIdleEnd(data !== undefined && isOwnData && isSignedIn, refetch);
  if (data && isOwnData) {
    return (
      <>
        <Shell key={data._id} user={data} isSignedIn={isSignedIn} />
        {!isSignedIn && <SessionEnded />}
      </>
    );
  }
  if (!isSignedIn) {
    return <LoginRedirect to={to} text="Signing in" />;
  }
  if (error) return <Standalone page={<AccountFailed error={error} onRetry={refetch} />} />;
  return <Loading text="Loading" />;
};

const signOutIdle = () => signOutOnServer().finally(clearLastUse);

/** Nothing is drawn for a session that was unused for too long. */
export const SignedIn = () => {
  const [isOver] = useState(isIdleTooLong);
  const to = useLoginPath();
  return isOver ? (
    <LoginRedirect to={to} text="Signing in" beforeRedirect={signOutIdle} />
  ) : (
    <SignedInConsole />
  );
};
