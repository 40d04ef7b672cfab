import { useState } from 'react';
import { conflictsIn } from '#lib/domain/roles/conflict.rules.ts';
import type { Permission, RoleView } from '#lib/domain/roles/role.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { roles } from '#web/api/roles.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { simplifyPolicies } from './policy-choice.ts';
import { type EditResult, useLeaveAfterEdit } from './return-to-roles.ts';
import { editFailureOf, isDefaultRoleError } from './refusals.ts';
import type { RoleForm, RoleInput } from './role-form.ts';
import { useGrantRefusal } from './use-grant-refusal.ts';

/**
 * Saves a changed role, and goes to the list when that is done, or if the role no longer exists.
 */
export const useSaveRole = ({ _id, revision }: RoleView, form: RoleForm) => {
  const { mutate, isPending } = useAction(roles.updateRole);
  const [ending, setEnding] = useState<EditResult>();
  const [offersCopy, offerCopy] = useState(false);
  useLeaveAfterEdit(ending);
  const onError = (error: ApiError) => {
    if (isDefaultRoleError(error)) {
      offerCopy(true);
      return;
    }
    form.refuse(error);
    const failure = editFailureOf(error);
    if (failure.isGone) setEnding({ failure });
    else {
      const { header, content } = failure;
      flash.error(header, { id: 'role-failure', content, isAtField: error.field !== undefined });
    }
  };
  const save = (output: RoleInput) =>
    mutate(
      {
        ...output,
        policies: simplifyPolicies(output.policies),
        role_id: _id,
        // A predefined role has no revision, and rejects every change.
        base_revision: revision ?? 1,
      },
      { onSuccess: () => setEnding({ message: 'Role updated successfully!' }), onError },
    );
  return { save, saving: isPending, ended: ending !== undefined, offersCopy, offerCopy };
};

/** Why the role may not be saved as it is. */
export const useSaveRefusal = (
  form: RoleForm,
  role: RoleView,
  permissions: readonly Permission[],
): string | undefined => {
  const { policies } = form.values;
  const updateRefusal = useRefusal(roles.updateRole);
  const grant = useGrantRefusal(role, policies, permissions);
  const isContradiction = conflictsIn(policies, permissions).length > 0;
  if (updateRefusal) return updateRefusal;
  return isContradiction ? 'Resolve the conflicts between ALLOW and DENY first.' : grant;
};
