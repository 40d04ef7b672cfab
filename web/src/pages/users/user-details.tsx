import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { UserView } from '#lib/domain/users/user.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { users } from '#web/api/users.ts';
import { useCall } from '#web/api/use-call.ts';
import { useCurrentUser, useRefusal } from '#web/app/session.ts';
import { Copy } from '#web/components/copy.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LinkButton } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';
import { userTypeNames } from '#web/components/user-labels.ts';
import { Access } from './access.tsx';
import { phoneText, rolesText } from './names.ts';
import { ResetSecondFactor } from './reset-second-factor.tsx';
import { UserKeys } from './user-keys.tsx';

const Facts = ({ user }: { user: UserView }) => (
  <KeyValuePairs
    columns={1}
    items={[
      { label: 'Name', value: user.name },
      { label: 'E-mail', value: <Copy text={user._id} subject="e-mail address" /> },
      { label: 'Phone', value: phoneText(user) },
      { label: 'Type', value: userTypeNames[user.userType].name },
      { label: 'Access', value: <Access user={user} /> },
      { label: 'Roles', value: rolesText(user) },
      { label: 'Updated', value: <Time at={user.updated_at} /> },
      { label: 'Created', value: <Time at={user.created_at} /> },
    ]}
  />
);

const Edit = ({ userId }: { userId: string }) => (
  <LinkButton
    {...disabledBy(useRefusal(users.updateUser))}
    to={pathTo('user', { user_id: userId })}
  >
    Edit user
  </LinkButton>
);

/** The actions that are available to ROOT only. */
const RootActions = ({ user }: { user: UserView }) => {
  const { data: me } = useCurrentUser();
  if (me?.userType !== 'ROOT') return null;
  return (
    <SpaceBetween size="l">
      <SpaceBetween size="s" direction="horizontal">
        <Edit userId={user._id} />
        <ResetSecondFactor user={user} />
      </SpaceBetween>
      <UserKeys user={user} />
    </SpaceBetween>
  );
};

/** The details of one user, beside the list. */
export const UserDetails = ({ userId }: { userId: string }) => {
  const { data, error, refetch } = useCall(users.getUser, { user_id: userId });
  if (error && !data) return <LoadFailed error={error} subject="this user" onRetry={refetch} />;
  if (!data) return <Loading text="Loading user" />;
  return (
    <SpaceBetween size="l">
      <Facts user={data} />
      <RootActions user={data} />
    </SpaceBetween>
  );
};
