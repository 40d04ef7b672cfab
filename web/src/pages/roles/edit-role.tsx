import { useEffect } from 'react';
import { useParams } from 'react-router';
import type { ApiError } from '#web/api/api-error.ts';
import { roles } from '#web/api/roles.ts';
import { useCall } from '#web/api/use-call.ts';
import { useInitialData } from '#web/api/use-initial-data.ts';
import { usePage } from '#web/app/page.ts';
import { Loading } from '#web/components/loading.tsx';
import { DefaultRole } from './default-role.tsx';
import { RolesLoadFailed } from './roles-load-failed.tsx';
import { useLeaveWithFailure } from './return-to-roles.ts';
import { RoleEditor } from './role-editor.tsx';

type RolePlaceholderProps = { error: ApiError | null; refetch: () => unknown };

const RolePlaceholder = ({ error, refetch }: RolePlaceholderProps) => {
  usePage({ page: 'role' });
  if (!error) return <Loading text="Loading role" />;
  return <RolesLoadFailed title="Error Loading Permissions" error={error} onRetry={refetch} />;
};

const EditRole = ({ id }: { id: string }) => {
  const answer = useCall(roles.getRole, { role_id: id });
  const permissions = useCall(roles.listPermissions, {});
  const role = useInitialData(answer);
  const failHome = useLeaveWithFailure();
  const loadError = role ? null : answer.error;
  useEffect(() => {
    if (loadError) failHome({ header: 'Error Loading Role', content: loadError.message });
  }, [loadError, failHome]);
  if (role && permissions.data) {
    const Editor = role.root_user_id === null ? DefaultRole : RoleEditor;
    return <Editor role={role} permissions={permissions.data.items} />;
  }
  return <RolePlaceholder {...permissions} />;
};

/** Edits an own role, or shows a predefined one that can be copied. */
export const EditRolePage = () => {
  const { role_id = '' } = useParams();
  return <EditRole key={role_id} id={role_id} />;
};
