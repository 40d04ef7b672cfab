import Badge from '@cloudscape-design/components/badge';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { RoleView } from '#lib/domain/roles/role.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { roles } from '#web/api/roles.ts';
import { useRefusals } from '#web/app/session.ts';
import { Copy } from '#web/components/copy.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Link, useFollow } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';

/** The row actions that do not leave the list. */
const rowActions = ['clone', 'default', 'delete'] as const;
export type RowAction = (typeof rowActions)[number];
export type OnAction = (action: RowAction, role: RoleView) => void;

const editorPathOf = ({ _id }: RoleView): string => pathTo('role', { role_id: _id });

const isPredefined = ({ root_user_id }: RoleView): boolean => root_user_id === null;

const noDeleteReason = 'This is the default role. Set another role as default first.';

const calls = {
  clone: roles.cloneRole,
  edit: roles.updateRole,
  setDefault: roles.setDefaultRole,
  delete: roles.deleteRole,
};

const RowMenu = ({ role, onAction }: { role: RoleView; onAction: OnAction }) => {
  const follow = useFollow();
  const refusals = useRefusals(calls);
  const { is_default, name } = role;
  const edit = isPredefined(role)
    ? { id: 'clone', text: 'Clone & Edit', ...disabledBy(refusals.clone) }
    : { id: 'edit', text: 'Edit', href: `#${editorPathOf(role)}`, ...disabledBy(refusals.edit) };
  const setDefault = { id: 'default', text: 'Set as Default', ...disabledBy(refusals.setDefault) };
  const deleteProblem = is_default && !isPredefined(role) ? noDeleteReason : undefined;
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={`Actions for ${name}`}
      items={[
        edit,
        ...(is_default ? [] : [setDefault]),
        { id: 'delete', text: 'Delete', ...disabledBy(refusals.delete ?? deleteProblem) },
      ]}
      onItemFollow={follow}
      onItemClick={({ detail: { id } }) => {
        const action = rowActions.find((one) => one === id);
        if (action) onAction(action, role);
      }}
    />
  );
};

const Name = ({ role }: { role: RoleView }) => (
  <SpaceBetween size="xs" direction="horizontal" alignItems="center">
    <Link to={editorPathOf(role)}>{role.name}</Link>
    {isPredefined(role) && <Badge color="blue">Predefined Role</Badge>}
    {role.is_default && <Badge color="green">Default Role</Badge>}
  </SpaceBetween>
);

/** The columns of both tables. */
export const roleColumns = (onAction: OnAction): Column<RoleView>[] => [
  {
    id: 'name',
    name: 'Name',
    isRowHeader: true,
    minWidth: 220,
    cell: (role) => <Name role={role} />,
  },
  {
    id: 'arn',
    name: 'ARN',
    width: 435,
    minWidth: 270,
    cell: ({ arn }) => <Copy text={arn} subject="ARN" />,
  },
  {
    id: 'description',
    name: 'Description',
    minWidth: 250,
    cell: ({ description }) => description,
  },
  {
    id: 'actions',
    name: 'Actions',
    width: 105,
    minWidth: 105,
    cell: (role) => <RowMenu role={role} onAction={onAction} />,
  },
];
