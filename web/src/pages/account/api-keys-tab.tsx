import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { type ApiKeyView, expiryStatuses } from '#lib/domain/api-keys/api-key.schema.ts';
import { apiKeys } from '#web/api/api-keys.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { useNow } from '#web/components/use-now.ts';
import { choiceParam, pageParam, sizeParam } from '#web/components/use-url-state.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { useList } from '#web/components/use-list.ts';
import { apiKeyColumns } from './api-key-columns.tsx';
import { CreateKey } from './create-key.tsx';
import { type CreatedKey, NewKey } from './new-key.tsx';
import { DeleteKey } from './delete-key.tsx';
import { isOldWithoutExpiry, statusNames } from './key-status.ts';

const urlState = z.object({
  page: pageParam,
  itemCount: sizeParam,
  expiry_status: choiceParam(expiryStatuses),
});

const Create = ({ onOpen }: { onOpen: () => void }) => (
  <Button variant="primary" {...disabledBy(useRefusal(apiKeys.createApiKey))} onClick={onOpen}>
    Create API key
  </Button>
);

/** A warning about old keys that never expire, as many people may have seen them. */
const OldKeysWarning = ({ keys }: { keys: readonly ApiKeyView[] }) => {
  const now = useNow(60_000);
  const oldKeyNames = keys.filter((key) => isOldWithoutExpiry(key, now)).map(({ name }) => name);
  if (oldKeyNames.length === 0) return null;
  return (
    <Alert type="warning" header="Keys to replace">
      Older than a year, and never expiring: {oldKeyNames.join(', ')}. Create a new one, use it
      instead, then delete the old one.
    </Alert>
  );
};

const keyList = listOf({
  id: 'api-keys',
  url: urlState,
  page: 'page',
  size: 'itemCount',
  filter: ['expiry_status'],
  call: apiKeys.listApiKeys,
  inputOf: ({ expiry_status }) => ({ expiry_status }),
});

/** The user's own API keys. */
export const ApiKeysTab = () => {
  const { url, changeFilter, answer, list } = useList(keyList);
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedKey>();
  const [deleted, setDeleted] = useState<ApiKeyView>();
  return (
    <SpaceBetween size="l">
      {created && (
        <NewKey
          key={created._id}
          created={created}
          urlParams={Object.keys(urlState.shape)}
          onClose={() => setCreated(undefined)}
        />
      )}
      <OldKeysWarning keys={answer.data?.items ?? []} />
      <ListTable
        {...list}
        variant="container"
        title="API keys"
        rows="API keys"
        description="A program that calls the API with your key has your permissions."
        columns={apiKeyColumns(setDeleted)}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        actions={<Create onOpen={() => setCreating(true)} />}
        filter={
          <FilterBar
            url={url}
            changeFilter={changeFilter}
            choices={[
              {
                param: 'expiry_status',
                label: 'Status',
                all: 'All statuses',
                values: expiryStatuses,
                labelOf: (status) => statusNames[status],
              },
            ]}
          />
        }
        empty={{
          title: 'No API keys',
          text: 'A program calls the API with a key instead of your password.',
          action: <Create onOpen={() => setCreating(true)} />,
        }}
      />
      {creating && <CreateKey onCreated={setCreated} onClose={() => setCreating(false)} />}
      {deleted && <DeleteKey apiKey={deleted} onClose={() => setDeleted(undefined)} />}
    </SpaceBetween>
  );
};
