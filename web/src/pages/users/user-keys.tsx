import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ApiKeyView } from '#lib/domain/api-keys/api-key.schema.ts';
import type { UserView } from '#lib/domain/users/user.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import { users } from '#web/api/users.ts';
import { useCall } from '#web/api/use-call.ts';
import { useRefusal } from '#web/app/session.ts';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { FactList } from '#web/components/fact-list.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { msOf, Time } from '#web/components/time.tsx';
import { useNow } from '#web/components/use-now.ts';

const Expiry = ({ expires_on }: ApiKeyView) => {
  const now = useNow(60_000);
  if (expires_on === null) return <>never expires</>;
  return (
    <>
      {msOf(expires_on) <= now ? 'expired' : 'expires'} <Time at={expires_on} />
    </>
  );
};

type Props = { user: UserView };

const DeleteKeys = ({ user, onClose }: Props & { onClose: () => void }) => (
  <DeleteDialog
    call={users.deleteUserApiKeys}
    input={{ user_id: user._id }}
    subject="API keys"
    warning={
      <>
        Programs that still use them are refused from now on. As long as the user may create API
        keys, they can create new ones.
      </>
    }
    successText="API keys deleted"
    failureHeader="The API keys were not deleted."
    onClose={onClose}
  >
    Delete all API keys of <Box variant="strong">{user.name}</Box> ({user._id}) permanently? This
    cannot be undone.
  </DeleteDialog>
);

const Keys = ({ user, keys }: Props & { keys: readonly ApiKeyView[] }) => {
  const refusal = useRefusal(users.deleteUserApiKeys);
  const [isConfirming, setConfirming] = useState(false);
  if (keys.length === 0) return <>None</>;
  return (
    <SpaceBetween size="s">
      <FactList>
        {keys.map((key) => (
          <li key={key._id}>
            {key.name}{' '}
            <Box variant="span" color="text-body-secondary">
              (<Expiry {...key} />)
            </Box>
          </li>
        ))}
      </FactList>
      <Button {...disabledBy(refusal)} onClick={() => setConfirming(true)}>
        Delete API keys
      </Button>
      {isConfirming && <DeleteKeys user={user} onClose={() => setConfirming(false)} />}
    </SpaceBetween>
  );
};

/** The API keys of another user, who may be unable or unwilling to delete them. */
export const UserKeys = ({ user }: Props) => {
  const input = { user_id: user._id, number_of_items: limits.pageSize };
  const { data, error, refetch } = useCall(users.listUserApiKeys, input);
  return (
    <div>
      <Box variant="awsui-key-label">API keys</Box>
      {data && <Keys user={user} keys={data.items} />}
      {!data && error && <LoadFailed error={error} subject="API keys" onRetry={refetch} />}
      {!data && !error && <Loading text="Loading API keys" />}
    </div>
  );
};
