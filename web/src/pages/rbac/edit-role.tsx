import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import type { Permission, RoleView } from '#lib/domain/roles/role.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { roles } from '#web/api/roles.ts';
import { useCall } from '#web/api/use-call.ts';
import { usePage } from '#web/app/page.ts';
import { Loading } from '#web/components/loading.tsx';
import { DefaultRole } from './default-role.tsx';
import { Failed } from './failed.tsx';
import { home, useFailHome } from './rbac-home.ts';
import { RoleEditor } from './role-editor.tsx';

type Start = { role: RoleView; permissions: readonly Permission[] };

/** What the server has now, which does not change below the editor's hands. */
const useStart = (role_id: string) => {
  const role = useCall(roles.getRole, { role_id });
  const permissions = useCall(roles.listPermissions, {});
  const [start, setStart] = useState<Start>();
  const current = role.isFetchedAfterMount || !role.isStale;
  if (!start && role.data && permissions.data && current) {
    setStart({ role: role.data, permissions: permissions.data.items });
  }
  return { start, role, permissions };
};

type NotYetProps = { error: ApiError | null; refetch: () => unknown };

const NotYet = ({ error, refetch }: NotYetProps) => {
  usePage({ title: 'Edit Role', crumbs: [home] });
  if (!error) return <Loading text="Loading role" />;
  return <Failed title="Error Loading Permissions" error={error} onRetry={refetch} />;
};

const EditRole = ({ id }: { id: string }) => {
  const { start, role, permissions } = useStart(id);
  const failHome = useFailHome();
  const lost = start ? null : role.error;
  useEffect(() => {
    if (lost) failHome({ header: 'Error Loading Role', content: lost.message });
  }, [lost, failHome]);
  if (start) {
    const Editor = start.role.root_user_id === null ? DefaultRole : RoleEditor;
    return <Editor {...start} />;
  }
  return <NotYet {...permissions} />;
};

/** A role of one's own to change, or a predefined one to look at and copy (spec 2 section 2.6). */
export const EditRolePage = () => {
  const { role_id = '' } = useParams();
  return <EditRole key={role_id} id={role_id} />;
};
