import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Loading } from '#web/components/loading.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { endSession, useCurrentUser } from './session.ts';
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

/** Routes are shown only when a user is loaded; otherwise a spinner (spec 2 section 2.8). */
export const SignedIn = () => {
  const { data, error, refetch } = useCurrentUser();
  if (data) return <Shell user={data} />;
  if (error?.status === 401) return <ToLogin />;
  if (error) return <Standalone page={<NoAccount error={error} onRetry={refetch} />} />;
  return <Loading text="Loading" />;
};
