import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import * as tokens from '@cloudscape-design/design-tokens';
import { users } from '#web/api/users.ts';
import { endSession } from '#web/app/session.ts';
import { Loading } from '#web/components/loading.tsx';
import { SignIn } from './sign-in.tsx';

/** Has the console find out who is signed in, and fetch what failed meanwhile. */
const GoOn = () => {
  const queries = useQueryClient();
  useEffect(() => void queries.invalidateQueries(), [queries]);
  return <Loading text="Signing in" />;
};

const reason = (
  <p style={{ color: tokens.colorTextBodyDefault }}>
    Your session has ended. Sign in to go on where you were: what you entered is still here.
  </p>
);

/** The session without what the server no longer takes of it; true once that is gone. */
const useEnded = (): boolean => {
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    void endSession()
      .catch(() => {})
      .then(() => setEnded(true));
  }, []);
  return ended;
};

/**
 * Lies over the whole page, dialogs included, while nobody is signed in, so that what is below
 * stays and nobody else reads it.
 */
export const SignInAgain = () => {
  const ended = useEnded();
  const dialog = useRef<HTMLDialogElement>(null);
  const queries = useQueryClient();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      // Somebody may have signed in in another tab: what was asked for meanwhile failed as well.
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
        <SignIn reason={reason} hideSignUp>
          <GoOn />
        </SignIn>
      ) : (
        <Loading text="Your session has ended" />
      )}
    </dialog>
  );
};
