import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { sessionPaths } from '#lib/pages.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { users } from '#web/api/users.ts';
import { endSession } from '#web/app/session.ts';
import { resetPersonalStores } from '#web/app/store.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { failureOf } from '#web/components/failure-text.ts';

const useSignOutEverywhere = () => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation<object, ApiError>({
    mutationFn: () => users.signOutEverywhere({}),
    onSuccess: async () => {
      await endSession().catch(() => {});
      queries.clear();
      resetPersonalStores();
      await navigate(sessionPaths.login);
    },
  });
};

/** Ends every session of the user, including this one. */
export const Sessions = () => {
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending, error, reset } = useSignOutEverywhere();
  const close = () => {
    reset();
    setConfirming(false);
  };
  return (
    <Container
      header={
        <Header
          variant="h2"
          description="Ends your sessions in every browser, for example after one was lost."
          actions={<Button onClick={() => setConfirming(true)}>Sign out everywhere</Button>}
        >
          Sessions
        </Header>
      }
    >
      API keys keep working until they expire or are deleted.
      {isConfirming && (
        <ConfirmModal
          title="Sign out everywhere"
          confirm="Sign out"
          loading={isPending}
          failure={failureOf('Signing out everywhere failed.', error)}
          onConfirm={() => mutate()}
          onClose={close}
        >
          You are signed out at once, here and in every other browser. Sign in again to continue.
        </ConfirmModal>
      )}
    </Container>
  );
};
