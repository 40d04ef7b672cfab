import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { users } from '#web/api/users.ts';
import { useCall } from '#web/api/use-call.ts';
import { Loading } from '#web/components/loading.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { endSession } from './session.ts';
import { Shell } from './shell.tsx';
import { Standalone } from './standalone.tsx';

/** Leaves for the login, and remembers where the person wanted to go. */
const ToLogin = () => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const next = encodeURIComponent(pathname + search);
    // Tokens that the server no longer takes would let the login lead straight back here.
    const leave = () => navigate(`/login?next=${next}`, { replace: true });
    endSession()
      .then(leave, leave)
      .catch(() => {});
  }, [navigate, pathname, search]);
  return <Loading text="Signing in" />;
};

const NoAccount = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => (
  <LoadFailed error={error} what="your account" onRetry={onRetry} wholePage />
);

/** Milliseconds after which changed rights show at the latest. */
const rightsAge = 60_000;

/** Routes are shown only when a user is loaded; otherwise a spinner (spec 2 section 2.8). */
export const SignedIn = () => {
  const { data, error, refetch } = useCall(users.getCurrentUser, {}, { poll: rightsAge });
  if (error?.status === 401) return <ToLogin />;
  if (data) return <Shell user={data} />;
  if (error) return <Standalone page={<NoAccount error={error} onRetry={refetch} />} />;
  return <Loading text="Loading" />;
};
