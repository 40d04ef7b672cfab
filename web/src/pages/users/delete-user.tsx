import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { UserView } from '#lib/domain/users/user.schema.ts';
import { users } from '#web/api/users.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';

type Props = { user: UserView; onClose: () => void; onDeleted: () => void };

/** Asks before somebody loses their access, and tells the result. */
export const DeleteUser = ({ user, onClose, onDeleted }: Props) => {
  const { mutate, isPending } = useAction(users.deleteUser);
  const remove = () =>
    mutate(
      { user_id: user._id },
      {
        onSuccess: () => {
          onDeleted();
          flash.success('User deleted');
        },
        onError: ({ message }) => flash.error('The user was not deleted.', { content: message }),
        onSettled: onClose,
      },
    );
  return (
    <ConfirmModal
      title="Delete user"
      confirm="Delete"
      loading={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <Box>
          Delete <Box variant="strong">{user.name}</Box> ({user._id}) permanently? This cannot be
          undone.
        </Box>
        <Alert type="warning">
          Their sessions end and their API keys stop working at once. Bots that they made stay and
          go on running.
        </Alert>
      </SpaceBetween>
    </ConfirmModal>
  );
};
