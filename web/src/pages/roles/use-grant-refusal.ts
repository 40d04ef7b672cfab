import { refusalToGrant } from '#lib/domain/roles/grant.rules.ts';
import type { Permission } from '#lib/domain/roles/role.schema.ts';
import type { HeldRole, Policies } from '#lib/kernel/caller.ts';
import { useCurrentUser } from '#web/app/session.ts';

const unsavedRole = { _id: '', name: '' };

/** Why the signed-in user may not grant these policies: they lack the permissions themselves. */
export const useGrantRefusal = (
  savedRole: HeldRole | undefined,
  policies: Policies,
  permissions: readonly Permission[],
): string | undefined => {
  const { data: me } = useCurrentUser();
  if (!me) return undefined;
  const change = {
    before: savedRole ? [savedRole] : [],
    after: [{ ...(savedRole ?? unsavedRole), policies }],
  };
  return refusalToGrant(me, change, permissions)?.message;
};
