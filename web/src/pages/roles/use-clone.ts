import { useNavigate } from 'react-router';
import type { RoleView } from '#lib/domain/roles/role.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { roles } from '#web/api/roles.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useLeaveWithFailure } from './return-to-roles.ts';
import { cloneFailureOf } from './refusals.ts';

/** Copies a role, and opens the copy for editing. */
export const useClone = () => {
  const navigate = useNavigate();
  const failHome = useLeaveWithFailure();
  const { mutate, isPending } = useAction(roles.cloneRole);
  const clone = ({ _id }: Pick<RoleView, '_id'>, onSettled?: () => void) => {
    if (isPending) return;
    mutate(
      { role_id: _id },
      {
        onSuccess: (copy) => {
          void navigate(pathTo('role', { role_id: copy._id }));
          const content = 'A custom copy of the default role has been created.';
          flash.success('Role Cloned', { content });
        },
        onError: (error) => {
          const failure = cloneFailureOf(error);
          if (failure.isGone) failHome(failure);
          else flash.error(failure.header, { content: failure.content });
        },
        onSettled: () => onSettled?.(),
      },
    );
  };
  return { clone, isCloning: isPending };
};
