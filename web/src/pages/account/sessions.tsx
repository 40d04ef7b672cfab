import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { users } from '#web/api/users.ts';
import { flash } from '#web/app/flash.tsx';
import { endSession } from '#web/app/session.ts';
import { forgetPerson } from '#web/app/store.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';

const useSignOutEverywhere = (onSettled: () => void) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => users.signOutEverywhere({}),
    onSuccess: async () => {
      await endSession().catch(() => {});
      queries.clear();
      forgetPerson();
      await navigate('/login');
    },
    onError: (error) => flash.error('Error signing out!', { content: error.message }),
    onSettled,
  });
};

/** Ends every session of the person, this one too. */
export const Sessions = () => {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useSignOutEverywhere(() => setAsking(false));
  return (
    <Container
      header={
        <Header
          variant="h2"
          description="Ends your sessions in every browser, for example after one was lost."
          actions={<Button onClick={() => setAsking(true)}>Sign out everywhere</Button>}
        >
          Sessions
        </Header>
      }
    >
      API keys are no sessions: they go on until they expire or are deleted.
      {asking && (
        <ConfirmModal
          title="Sign out everywhere"
          confirm="Sign out"
          loading={isPending}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          You are signed out at once, here and in every other browser. Sign in again to go on.
        </ConfirmModal>
      )}
    </Container>
  );
};
