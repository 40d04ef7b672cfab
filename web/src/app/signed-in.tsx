import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { users } from '#web/api/users.ts';
import { useCall } from '#web/api/use-call.ts';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { Loading } from '#web/components/loading.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { forgetUse, isIdleTooLong, useIdleEnd } from './idle.ts';
import { ownPreferences, usePreferencesOwner } from './preferences.ts';
import { endSession, tellSignOut } from './session.ts';
import { Shell } from './shell.tsx';
import { Standalone } from './standalone.tsx';
import { forgetPerson } from './store.ts';

const LazySignInAgain = lazyPart(
  async () => (await import('#web/pages/login/login.tsx')).SignInAgain,
);

/** Near at hand where it cannot be loaded: a page may be long. */
const near = { position: 'fixed', insetInline: 0, insetBlockEnd: 0, zIndex: 9999 } as const;

const Ended = () => (
  <div style={near}>
    <Suspense>
      <LazySignInAgain />
    </Suspense>
  </div>
);

type ToLoginProps = { to: string; text: string; before?: () => Promise<void> };

/** Ends what is left of the session, then goes on to the login. */
const ToLogin = ({ to, text, before }: ToLoginProps) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    const leave = () => {
      queries.clear();
      forgetPerson();
      return navigate(to, { replace: true });
    };
    // Tokens that the server no longer takes would let the login lead straight back here.
    const told = before?.() ?? Promise.resolve();
    told
      .catch(() => {})
      .then(endSession)
      .then(leave, leave)
      .catch(() => {});
  }, [navigate, queries, to, before]);
  return <Loading text={text} />;
};

/** Where signing out leads: whoever has unsaved work is asked before they come here. */
export const SignOut = () => <ToLogin to="/login" text="Signing out" before={tellSignOut} />;

const NoAccount = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => (
  <LoadFailed error={error} what="your account" onRetry={onRetry} wholePage />
);

/** Notices at once when somebody signs out, or in again, in another tab of this browser. */
const useOtherTabs = (refetch: () => Promise<unknown>): void =>
  useEffect(() => {
    const look = ({ key }: StorageEvent) => {
      if (!key || key.endsWith('.accessToken')) void refetch();
    };
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, [refetch]);

/** True once what this browser keeps, and what was fetched, is this person's and nobody else's. */
const useOwnConsole = (userId: string | undefined): boolean => {
  const queries = useQueryClient();
  const owner = usePreferencesOwner();
  useEffect(() => {
    if (userId === undefined || owner === userId) return;
    const { routeKey } = users.getCurrentUser;
    queries.removeQueries({ predicate: ({ queryKey: [key] }) => key !== routeKey });
    forgetPerson();
    ownPreferences(userId);
  }, [queries, owner, userId]);
  return owner === userId;
};

/** The login, which leads back here. */
const useLoginPath = (): string => {
  const { pathname, search } = useLocation();
  return `/login?next=${encodeURIComponent(pathname + search)}`;
};

/** Milliseconds after which changed rights show at the latest. */
const rightsAge = 60_000;

/**
 * Routes are shown only when a user is loaded; otherwise a spinner. A session that ends later is
 * begun again on top of the page, which keeps what somebody was at.
 */
const Console = () => {
  const { data, error, refetch } = useCall(users.getCurrentUser, {}, { poll: rightsAge });
  const to = useLoginPath();
  const isOwn = useOwnConsole(data?._id);
  useOtherTabs(refetch);
  const isSignedIn = error?.status !== 401;
  useIdleEnd(data !== undefined && isOwn && isSignedIn, refetch);
  if (data && isOwn) {
    return (
      <>
        <Shell key={data._id} user={data} isSignedIn={isSignedIn} />
        {!isSignedIn && <Ended />}
      </>
    );
  }
  if (!isSignedIn) {
    return <ToLogin to={to} text="Signing in" />;
  }
  if (error) return <Standalone page={<NoAccount error={error} onRetry={refetch} />} />;
  return <Loading text="Loading" />;
};

const signOutUnused = () => tellSignOut().finally(forgetUse);

/** Nothing is drawn by a session that nobody has used for too long. */
export const SignedIn = () => {
  const [isOver] = useState(isIdleTooLong);
  const to = useLoginPath();
  return isOver ? <ToLogin to={to} text="Signing in" before={signOutUnused} /> : <Console />;
};
