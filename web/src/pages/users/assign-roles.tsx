import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { UserView } from '#lib/domain/users/user.schema.ts';
import { users } from '#web/api/users.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { failureOf } from '#web/components/failure-text.ts';
import { RolesField } from './roles-field.tsx';
import { sameRoles } from './same-roles.ts';

type Props = { user: UserView; onClose: () => void };

/** Gives somebody other roles; what was chosen stays where the server refuses it. */
export const AssignRoles = ({ user, onClose }: Props) => {
  const [chosen, choose] = useState<string[]>(user.roles);
  const { mutate, isPending, error } = useAction(users.assignRoles);
  const assign = () => {
    if (sameRoles(chosen, user.roles)) {
      flash.info('No changes to apply');
      onClose();
      return;
    }
    mutate(
      { user_id: user._id, roles: chosen },
      {
        onSuccess: () => {
          onClose();
          flash.success('Roles updated');
        },
      },
    );
  };
  return (
    <ConfirmModal
      title="Assign roles"
      confirm="Assign roles"
      loading={isPending}
      failure={failureOf('Failed to update roles', error)}
      onConfirm={assign}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <Box>
          Choose what <Box variant="strong">{user.name}</Box> ({user._id}) may do.
        </Box>
        <RolesField value={chosen} onChange={choose} />
      </SpaceBetween>
    </ConfirmModal>
  );
};
