import Box from '@cloudscape-design/components/box';
import type { UserView } from '#lib/domain/users/user.schema.ts';
import { users } from '#web/api/users.ts';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';

type Props = { user: UserView; onClose: () => void; onDeleted: () => void };

/** Asks for confirmation, deletes a user and reports the result. */
export const DeleteUser = ({ user, onClose, onDeleted }: Props) => {
  return (
    <DeleteDialog
      call={users.deleteUser}
      input={{ user_id: user._id }}
      subject="user"
      warning={
        <>
          Their sessions end and their API keys stop working at once. Bots that they created remain
          and keep running.
        </>
      }
      successText="User deleted"
      failureHeader="The user was not deleted."
      onClose={onClose}
      onDeleted={onDeleted}
    >
      Delete <Box variant="strong">{user.name}</Box> ({user._id}) permanently? This cannot be
      undone.
    </DeleteDialog>
  );
};
