import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import * as tokens from '@cloudscape-design/design-tokens';
import { users } from '#web/api/users.ts';
import { endSession } from '#web/app/session.ts';
import { resetPersonalStores } from '#web/app/store.ts';
import { Loading } from '#web/components/loading.tsx';
import { nextPath } from './next-path.ts';
import { SignIn } from './sign-in.tsx';

const RedirectToNext = () => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [params] = useSearchParams();
  const next = nextPath(params.get('next'));
  useEffect(() => {
    queries.clear();
    resetPersonalStores();
    void navigate(next, { replace: true });
  }, [navigate, next, queries]);
  return <Loading text="Signing in" />;
};

/** The login page, which then leads to the requested page. */
export const LoginPage = () => {
  useEffect(() => {
    document.title = 'Sign in | Cloudwarden';
  }, []);
  return (
    <SignIn>
      <RedirectToNext />
    </SignIn>
  );
};

/** Fetches the signed-in user, and everything that failed meanwhile. */
const ResumeSession = () => {
  const queries = useQueryClient();
  useEffect(() => void queries.invalidateQueries(), [queries]);
  return <Loading text="Signing in" />;
};

const sessionEndedNote = (
  <p style={{ color: tokens.colorTextBodyDefault }}>
    Your session has ended. Sign in to continue where you were: what you entered is still here.
  </p>
);

/** Deletes the session that the server no longer accepts; true once it is deleted. */
const useEndSession = (): boolean => {
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    void endSession()
      .catch(() => {})
      .then(() => setEnded(true));
  }, []);
  return ended;
};

/**
 * Covers the whole page, including dialogs, while nobody is signed in: the page keeps its state,
 * and nobody else can read it.
 */
export const SignInAgain = () => {
  const ended = useEndSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const queries = useQueryClient();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      // The user may have signed in in another tab: requests made meanwhile have failed as well.
      const { routeKey } = users.getCurrentUser;
      void queries.invalidateQueries({ predicate: ({ queryKey: [key] }) => key !== routeKey });
    };
  }, [queries]);
  return (
    <dialog
      ref={dialog}
      className="login-again"
      aria-label="Sign in again"
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      {ended ? (
        <SignIn reason={sessionEndedNote} hideSignUp>
          <ResumeSession />
        </SignIn>
      ) : (
        <Loading text="Your session has ended" />
      )}
    </dialog>
  );
};
