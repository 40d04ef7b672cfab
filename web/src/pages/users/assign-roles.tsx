import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { UserView } from '#lib/domain/users/user.schema.ts';
import { users } from '#web/api/users.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { useInitialData } from '#web/api/use-initial-data.ts';
import { flash } from '#web/app/flash.tsx';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { failureOf } from '#web/components/failure-text.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { RolesField } from './roles-field.tsx';
import { hasSameRoles } from './same-roles.ts';

type Props = { user: UserView; onClose: () => void };

/** Assigns other roles to a user; the choice stays if the server rejects it. */
export const AssignRoles = ({ user: { _id: user_id, name }, onClose }: Props) => {
  // The list may be older than other users' changes.
  const query = useCall(users.getUser, { user_id });
  const savedUser = useInitialData(query);
  const [changed, choose] = useState<string[]>();
  const { mutate, isPending, error } = useAction(users.assignRoles);
  const selectedRoles = changed ?? savedUser?.roles ?? [];
  const assign = () => {
    if (!savedUser) return;
    if (hasSameRoles(selectedRoles, savedUser.roles)) {
      flash.info('No changes to apply');
      onClose();
      return;
    }
    mutate(
      { user_id, base_revision: savedUser.revision, roles: selectedRoles },
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
      disabled={!savedUser}
      failure={failureOf('Failed to update roles', error)}
      onConfirm={assign}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <Box>
          Choose what <Box variant="strong">{name}</Box> ({user_id}) may do.
        </Box>
        {savedUser && <RolesField value={selectedRoles} onChange={choose} />}
        {!savedUser && query.error && (
          <LoadFailed error={query.error} subject="this user" onRetry={query.refetch} />
        )}
        {!savedUser && !query.error && <Loading text="Loading user" />}
      </SpaceBetween>
    </ConfirmModal>
  );
};
