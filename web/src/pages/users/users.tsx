import { useState } from 'react';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { type UserView, userTypes } from '#lib/domain/users/user.schema.ts';
import { searchText } from '#lib/kernel/page.ts';
import { pathTo } from '#lib/pages.ts';
import { users } from '#web/api/users.ts';
import { useCall } from '#web/api/use-call.ts';
import { InfoLink } from '#web/app/help.tsx';
import { type Page, usePage } from '#web/app/page.ts';
import { Choice } from '#web/components/choice.tsx';
import { CreateLink } from '#web/components/create-link.tsx';
import { ListTable, turnPage, usePageSize } from '#web/components/list-table.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import {
  choiceParam,
  pageParam,
  sizeParam,
  textParam,
  useUrlState,
} from '#web/components/use-url-state.ts';
import { userTypeNames } from '#web/components/user-standing.ts';
import { AssignRoles } from './assign-roles.tsx';
import { DeleteUser } from './delete-user.tsx';
import { usersHelp } from './help.tsx';
import { type RowAction, userColumns } from './user-columns.tsx';
import { UserDetails } from './user-details.tsx';

const urlState = z.object({
  page: pageParam,
  itemCount: sizeParam,
  userType: choiceParam(userTypes),
  regex: textParam,
  /** Whose details are open. */
  user: textParam,
});

type Url = z.output<typeof urlState>;

const Filter = ({ url, change }: { url: Url; change: (patch: Partial<Url>) => void }) => (
  <SpaceBetween size="xs" direction="horizontal">
    <SearchBox
      label="Find users by name or e-mail"
      value={url.regex}
      onSearch={(regex) => change({ regex, page: 1 })}
    />
    <Choice
      label="Type"
      all="All types"
      values={userTypes}
      labelOf={(type) => userTypeNames[type].name}
      value={url.userType}
      onChange={(userType) => change({ userType, page: 1 })}
    />
  </SpaceBetween>
);

const Create = ({ variant }: { variant?: 'primary' }) => (
  <CreateLink call={users.createUser} to={pathTo('newUser')} variant={variant}>
    Create user
  </CreateLink>
);

const panelOf = (userId: string | undefined, onClose: () => void): Page['splitPanel'] =>
  userId === undefined
    ? undefined
    : { title: 'User', body: <UserDetails key={userId} userId={userId} />, onClose };

/** The people of the organisation (spec 2 section 2.3). */
export const UsersPage = () => {
  const [url, change] = useUrlState(urlState);
  const [chosen, choose] = useState<{ action: RowAction; user: UserView }>();
  const size = usePageSize('users', url.itemCount);
  const { page, userType } = url;
  const filter = { userType, regex: searchText.safeParse(url.regex).data };
  const input = { ...filter, page_number: page, number_of_items: size };
  const answer = useCall(users.listUsers, input, { keep: true });
  const close = () => choose(undefined);
  const filtered = Object.values(filter).some(Boolean);
  usePage({
    page: 'users',
    contentType: 'table',
    help: usersHelp,
    splitPanel: panelOf(url.user, () => change({ user: undefined })),
  });
  return (
    <>
      <ListTable
        id="users"
        title="Users"
        rows="users"
        info={<InfoLink />}
        columns={userColumns((action, user) =>
          action === 'open' ? change({ user: user._id }) : choose({ action, user }),
        )}
        answer={answer}
        page={page}
        pageSize={size}
        onPage={turnPage(change)}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        actions={<Create variant="primary" />}
        filter={<Filter url={url} change={change} />}
        onClearFilter={
          filtered ? () => change({ userType: undefined, regex: undefined, page: 1 }) : undefined
        }
        empty={{
          title: 'No users',
          text: 'A user is a person of your organisation who signs in here.',
          action: <Create />,
        }}
      />
      {chosen?.action === 'delete' && (
        <DeleteUser
          user={chosen.user}
          onClose={close}
          onDeleted={() => change({ user: undefined })}
        />
      )}
      {chosen?.action === 'assign' && <AssignRoles user={chosen.user} onClose={close} />}
    </>
  );
};
