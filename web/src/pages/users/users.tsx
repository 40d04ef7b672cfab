import { useState } from 'react';
import * as z from 'zod';
import { userTypes, type UserView } from '#lib/domain/users/user.schema.ts';
import { searchText } from '#lib/kernel/page.ts';
import { pathTo } from '#lib/pages.ts';
import { users } from '#web/api/users.ts';
import { InfoLink } from '#web/app/help.tsx';
import { type Page, usePage } from '#web/app/page.ts';
import { CreateLink } from '#web/components/create-link.tsx';
import { ListTable } from '#web/components/list-table.tsx';
import { choiceParam, pageParam, sizeParam, textParam } from '#web/components/use-url-state.ts';
import { accessName, userTypeNames } from '#web/components/user-labels.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { useList } from '#web/components/use-list.ts';
import { AssignRoles } from './assign-roles.tsx';
import { DeleteUser } from './delete-user.tsx';
import { usersHelp } from './help.tsx';
import { rolesText } from './names.ts';
import { type RowAction, userColumns } from './user-columns.tsx';
import { UserDetails } from './user-details.tsx';

const urlState = z.object({
  page: pageParam,
  itemCount: sizeParam,
  userType: choiceParam(userTypes),
  regex: textParam,
  /** The user whose details are open. */
  user: textParam,
});

const Create = ({ variant }: { variant?: 'primary' }) => (
  <CreateLink call={users.createUser} to={pathTo('newUser')} variant={variant}>
    Create user
  </CreateLink>
);

const panelOf = (userId: string | undefined, onClose: () => void): Page['splitPanel'] =>
  userId === undefined
    ? undefined
    : { title: 'User', body: <UserDetails key={userId} userId={userId} />, onClose };

export const userList = listOf({
  id: 'users',
  url: urlState,
  page: 'page',
  size: 'itemCount',
  filter: ['userType', 'regex'],
  call: users.listUsers,
  inputOf: ({ userType, regex }) => ({ userType, regex: searchText.safeParse(regex).data }),
  file: {
    name: 'users.csv',
    noun: 'user',
    columns: {
      Name: ({ name }) => name,
      'E-mail': ({ _id }) => _id,
      Type: ({ userType }) => userTypeNames[userType].name,
      Access: accessName,
      Roles: rolesText,
      Created: ({ created_at }) => created_at,
      Updated: ({ updated_at }) => updated_at,
    },
  },
});

/** The users of the organisation. */
export const UsersPage = () => {
  const { url, change, changeFilter, list } = useList(userList);
  const [activeRow, setActiveRow] = useState<{ action: RowAction; user: UserView }>();
  const close = () => setActiveRow(undefined);
  usePage({
    page: 'users',
    contentType: 'table',
    help: usersHelp,
    splitPanel: panelOf(url.user, () => change({ user: undefined })),
  });
  return (
    <>
      <ListTable
        {...list}
        title="Users"
        rows="users"
        info={<InfoLink />}
        columns={userColumns((action, user) =>
          action === 'open' ? change({ user: user._id }) : setActiveRow({ action, user }),
        )}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        actions={<Create variant="primary" />}
        filter={
          <FilterBar
            url={url}
            changeFilter={changeFilter}
            search={{ param: 'regex', label: 'Find users by name or e-mail' }}
            choices={[
              {
                param: 'userType',
                label: 'Type',
                all: 'All types',
                values: userTypes,
                labelOf: (type) => userTypeNames[type].name,
              },
            ]}
          />
        }
        empty={{
          title: 'No users',
          text: 'Users are the people of your organisation who can sign in.',
          action: <Create />,
        }}
      />
      {activeRow?.action === 'delete' && (
        <DeleteUser
          user={activeRow.user}
          onClose={close}
          onDeleted={() => change({ user: undefined })}
        />
      )}
      {activeRow?.action === 'assign' && <AssignRoles user={activeRow.user} onClose={close} />}
    </>
  );
};
