import type { RoleView } from '#lib/domain/roles/role.schema.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { useClone } from './use-clone.ts';

/** Offers a copy of a role that cannot be edited. */
export const CopyOffer = ({ role, onClose }: { role: RoleView; onClose: () => void }) => {
  const { clone, isCloning } = useClone();
  return (
    <ConfirmModal
      title="Create custom copy"
      confirm="Create Custom Copy"
      loading={isCloning}
      onConfirm={() => clone(role, onClose)}
      onClose={onClose}
    >
      Default roles cannot be changed. Do you want to create a copy named {role.name}-Custom
      (numbered if that name is taken) and edit that? People with the role {role.name} keep it until
      you give them the copy.
    </ConfirmModal>
  );
};
