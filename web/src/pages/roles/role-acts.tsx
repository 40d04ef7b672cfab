import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { RoleView } from '#lib/domain/roles/role.schema.ts';
import { roles } from '#web/api/roles.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { failureOf } from '#web/components/failure-text.ts';
import type { OnAction, RowAction } from './role-columns.tsx';
import { useClone } from './use-clone.ts';

type Props = { role: RoleView; onClose: () => void };

const DeleteRole = ({ role, onClose }: Props) => (
  <DeleteDialog
    call={roles.deleteRole}
    input={{ role_id: role._id }}
    subject="role"
    warning="You can delete a role only once nobody has it."
    successText="Role deleted successfully!"
    failureHeader="Failed to delete role. Please try again."
    onClose={onClose}
  >
    <Box>Are you sure you want to delete this role?</Box>
    <Box variant="strong">{role.name}</Box> is deleted permanently. This cannot be undone.
  </DeleteDialog>
);

const CannotDelete = ({ onClose }: Props) => (
  <Dialog title="Cannot Delete Default Role" closeText="Close" onClose={onClose}>
    Default roles cannot be deleted. You can create a custom copy if needed.
  </Dialog>
);

const SetDefault = ({ role, onClose }: Props) => {
  const { mutate, isPending, error } = useAction(roles.setDefaultRole);
  const set = () =>
    mutate(
      { default_role_id: role._id },
      {
        onSuccess: () => {
          onClose();
          flash.success('Default role updated successfully!');
        },
      },
    );
  return (
    <ConfirmModal
      title="Set as Default"
      confirm="Set as Default"
      loading={isPending}
      failure={failureOf('Failed to set default role. Please try again.', error)}
      onConfirm={set}
      onClose={onClose}
    >
      <SpaceBetween size="s">
        <Box>
          Make <Box variant="strong">{role.name}</Box> the default role?
        </Box>
        <Box>
          Users without a role of their own, now and in the future, get the permissions of this role
          instead of those of the previous default role.
        </Box>
      </SpaceBetween>
    </ConfirmModal>
  );
};

/** The actions of the row menus, and their dialogs. */
export const useRoleActs = () => {
  const [activeRow, setActiveRow] = useState<{ action: RowAction; role: RoleView }>();
  const { clone } = useClone();
  const onAction: OnAction = (action, role) => {
    if (action === 'clone') clone(role);
    else setActiveRow({ action, role });
  };
  if (!activeRow) return { onAction, dialog: null };
  const { role, action } = activeRow;
  const DeletionDialog = role.root_user_id === null ? CannotDelete : DeleteRole;
  const Dialog = action === 'default' ? SetDefault : DeletionDialog;
  return { onAction, dialog: <Dialog role={role} onClose={() => setActiveRow(undefined)} /> };
};
