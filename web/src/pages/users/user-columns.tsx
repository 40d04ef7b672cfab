import Button from '@cloudscape-design/components/button';
import ButtonDropdown, {
  type ButtonDropdownProps,
} from '@cloudscape-design/components/button-dropdown';
import type { UserType, UserView } from '#lib/domain/users/user.schema.ts';
import { hrefTo } from '#lib/pages.ts';
import { users } from '#web/api/users.ts';
import { useCurrentUser, useRefusals } from '#web/app/session.ts';
import { Copy } from '#web/components/copy.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { useFollow } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import { userTypeNames } from '#web/components/user-labels.ts';
import { Access } from './access.tsx';
import { phoneText, rolesText } from './names.ts';

/** The row actions that do not leave the list. */
const rowActions = ['open', 'assign', 'delete'] as const;
export type RowAction = (typeof rowActions)[number];

type OnAction = (action: RowAction, user: UserView) => void;

const calls = { edit: users.updateUser, assign: users.assignRoles, delete: users.deleteUser };

/** Only sub-users have roles. */
const noRolesReasons: Record<UserType, string | undefined> = {
  ROOT: 'ROOT users have no roles: they may do everything.',
  SUBUSER: undefined,
  SP_USER: 'Service portal users have no roles: they use the portal.',
};

const noSelfDelete = 'You cannot delete yourself. Ask another ROOT user to do it.';

/** Edit and Delete are available to ROOT only. */
const useRowItems = (user: UserView): ButtonDropdownProps.Items => {
  const refusals = useRefusals(calls);
  const { data: me } = useCurrentUser();
  const byRoot = me?.userType === 'ROOT';
  const remove = refusals.delete ?? (me?._id === user._id ? noSelfDelete : undefined);
  const assign = refusals.assign ?? noRolesReasons[user.userType];
  const edit = { id: 'edit', text: 'Edit', href: hrefTo('user', { user_id: user._id }) };
  return [
    ...(byRoot ? [{ ...edit, ...disabledBy(refusals.edit) }] : []),
    { id: 'assign', text: 'Assign roles', ...disabledBy(assign) },
    ...(byRoot ? [{ id: 'delete', text: 'Delete', ...disabledBy(remove) }] : []),
  ];
};

const RowMenu = ({ user, onAction }: { user: UserView; onAction: OnAction }) => {
  const follow = useFollow();
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={`Actions for ${user.name}`}
      items={useRowItems(user)}
      onItemFollow={follow}
      onItemClick={({ detail }) => {
        const action = rowActions.find((one) => one === detail.id);
        if (action) onAction(action, user);
      }}
    />
  );
};

export const userColumns = (onAction: OnAction): Column<UserView>[] => [
  {
    id: 'name',
    name: 'Name',
    isRowHeader: true,
    width: 140,
    minWidth: 140,
    cell: (user) => (
      <Button variant="inline-link" onClick={() => onAction('open', user)}>
        {user.name}
      </Button>
    ),
  },
  {
    id: 'email',
    name: 'E-mail',
    width: 265,
    minWidth: 220,
    cell: ({ _id }) => <Copy text={_id} subject="e-mail address" />,
  },
  {
    id: 'type',
    name: 'Type',
    width: 125,
    minWidth: 125,
    cell: ({ userType }) => userTypeNames[userType].name,
  },
  {
    id: 'access',
    name: 'Access',
    width: 130,
    minWidth: 130,
    cell: (user) => <Access user={user} />,
  },
  { id: 'roles', name: 'Roles', minWidth: 155, cell: rolesText },
  { id: 'phone', name: 'Phone', minWidth: 150, hidden: true, cell: phoneText },
  {
    id: 'updated',
    name: 'Updated',
    width: 200,
    minWidth: 200,
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
  {
    id: 'created',
    name: 'Created',
    minWidth: 230,
    hidden: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    id: 'actions',
    name: 'Actions',
    width: 95,
    minWidth: 95,
    cell: (user) => <RowMenu user={user} onAction={onAction} />,
  },
];
