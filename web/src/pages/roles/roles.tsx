import { useNavigate } from 'react-router';
import Alert from '@cloudscape-design/components/alert';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { pages, pathTo } from '#lib/pages.ts';
import { roles } from '#web/api/roles.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LinkButton } from '#web/components/link.tsx';
import { ListTable } from '#web/components/list-table.tsx';
import { useListKeys } from '#web/components/use-list-keys.ts';
import { pageParam, sizeParam } from '#web/components/use-url-state.ts';
import { listOf } from '#web/components/list-spec.ts';
import { useList } from '#web/components/use-list.ts';
import { RolesLoadFailed } from './roles-load-failed.tsx';
import { rolesHelp } from './help.tsx';
import { PredefinedRoles } from './predefined-roles.tsx';
import { useRedirectFailure } from './return-to-roles.ts';
import { useRoleActs } from './role-acts.tsx';
import { roleColumns } from './role-columns.tsx';

const urlState = z.object({ page: pageParam, itemCount: sizeParam });

const newRolePath = pathTo('newRole');

const New = ({ variant }: { variant?: 'primary' }) => {
  const refusal = useRefusal(roles.createRole);
  return (
    <LinkButton
      to={newRolePath}
      variant={variant ?? 'normal'}
      iconName="add-plus"
      {...disabledBy(refusal)}
    >
      New
    </LinkButton>
  );
};

const RolesHeader = () => (
  <SpaceBetween size="m">
    <Header variant="h1" info={<InfoLink />} actions={<New variant="primary" />}>
      {pages.roles.title}
    </Header>
    <Alert type="info" header="Predefined vs Custom Roles">
      Predefined roles come with Cloudwarden and are the same for every organisation: you can copy
      them, not change them. Custom roles are your own to edit and delete. Any role can be the
      default role, which applies to people who have no other role.
    </Alert>
  </SpaceBetween>
);

export const roleList = listOf({
  id: 'roles',
  url: urlState,
  page: 'page',
  size: 'itemCount',
  filter: [],
  call: roles.listRoles,
  inputOf: () => ({}),
});

const Lists = () => {
  const { answer, list } = useList(roleList);
  const { onAction, dialog } = useRoleActs();
  const { data, error, refetch, isLoading } = answer;
  if (error && !data) {
    const title = 'Failed to fetch roles. Please try again later.';
    return <RolesLoadFailed title={title} error={error} onRetry={refetch} />;
  }
  return (
    <SpaceBetween size="l">
      {list.page === 1 && (
        <PredefinedRoles items={data?.predefined ?? []} loading={isLoading} onAction={onAction} />
      )}
      <ListTable
        {...list}
        title="Roles"
        rows="roles"
        variant="container"
        columns={roleColumns(onAction)}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        empty={{
          title: 'No roles',
          text: 'Create a role, or copy a predefined one.',
          action: <New />,
        }}
      />
      {dialog}
    </SpaceBetween>
  );
};

/** The roles of the organisation. */
export const RolesPage = () => {
  const navigate = useNavigate();
  const refusal = useRefusal(roles.createRole);
  useRedirectFailure();
  useListKeys({ n: refusal === undefined ? () => void navigate(newRolePath) : undefined });
  usePage({ page: 'roles', contentType: 'table', help: rolesHelp });
  return (
    <ContentLayout header={<RolesHeader />}>
      <Lists />
    </ContentLayout>
  );
};
