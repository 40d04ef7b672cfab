import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { UserView } from '#lib/domain/users/user.schema.ts';
import { users } from '#web/api/users.ts';
import { useAction } from '#web/api/use-call.ts';
import { requiresSecondFactor } from '#web/app/config.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureOf } from '#web/components/failure-text.ts';

type Props = { user: UserView };

const ResetDialog = ({ user, onClose }: Props & { onClose: () => void }) => {
  const { mutate, isPending, error } = useAction(users.resetSecondFactor);
  const reset = () =>
    mutate(
      { user_id: user._id },
      {
        onSuccess: () => {
          onClose();
          flash.success('Two-factor sign-in reset');
        },
      },
    );
  const next = requiresSecondFactor()
    ? 'alone, and sets up an app while signing in'
    : 'alone, until they set up an authenticator app again';
  return (
    <ConfirmModal
      title="Reset two-factor sign-in"
      confirm="Reset"
      loading={isPending}
      failure={failureOf('Two-factor sign-in was not reset.', error)}
      onConfirm={reset}
      onClose={onClose}
    >
      <Box variant="strong">{user.name}</Box> ({user._id}) then signs in with the password {next}.
      First make sure that the request really comes from them.
    </ConfirmModal>
  );
};

/** Resets two-factor sign-in for a user who has lost the authenticator app. */
export const ResetSecondFactor = ({ user }: Props) => {
  const refusal = useRefusal(users.resetSecondFactor);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button {...disabledBy(refusal)} onClick={() => setConfirming(true)}>
        Reset two-factor sign-in
      </Button>
      {isConfirming && <ResetDialog user={user} onClose={() => setConfirming(false)} />}
    </>
  );
};
