import { useState } from 'react';
import * as z from 'zod';
import { credentialKinds, type CredentialView } from '#lib/domain/credentials/credential.schema.ts';
import { searchText } from '#lib/kernel/page.ts';
import { pathTo } from '#lib/pages.ts';
import { credentials } from '#web/api/credentials.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { CreateLink } from '#web/components/create-link.tsx';
import { ListTable } from '#web/components/list-table.tsx';
import { choiceParam, pageParam, sizeParam, textParam } from '#web/components/use-url-state.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { useList } from '#web/components/use-list.ts';
import { credentialColumns } from './credential-columns.tsx';
import { DeleteCredential } from './delete-credential.tsx';
import { credentialsHelp } from './help.tsx';
import { kindName } from './kinds.ts';

const urlState = z.object({
  page: pageParam,
  itemCount: sizeParam,
  kind: choiceParam(credentialKinds),
  regex: textParam,
});

const Create = ({ variant }: { variant?: 'primary' }) => (
  <CreateLink
    call={credentials.createCredential}
    to={pathTo('credential', { credential_id: 'new' })}
    variant={variant}
  >
    Create credential
  </CreateLink>
);

export const credentialList = listOf({
  id: 'credentials',
  url: urlState,
  page: 'page',
  size: 'itemCount',
  filter: ['kind', 'regex'],
  call: credentials.listCredentials,
  inputOf: ({ kind, regex }) => ({ kind, regex: searchText.safeParse(regex).data }),
});

/** The secrets that the organisation's bots send, without the secrets themselves. */
export const CredentialsPage = () => {
  const { url, narrow, list } = useList(credentialList);
  const [deleted, setDeleted] = useState<CredentialView>();
  usePage({ page: 'credentials', contentType: 'table', help: credentialsHelp });
  return (
    <>
      <ListTable
        {...list}
        title="Credentials"
        rows="credentials"
        info={<InfoLink />}
        columns={credentialColumns(setDeleted)}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        actions={<Create variant="primary" />}
        filter={
          <FilterBar
            url={url}
            narrow={narrow}
            search={{ param: 'regex', label: 'Find credentials by name' }}
            choices={[
              {
                param: 'kind',
                label: 'Kind',
                all: 'All kinds',
                values: credentialKinds,
                labelOf: kindName,
              },
            ]}
          />
        }
        empty={{
          title: 'No credentials',
          text: 'A credential is a secret that bots use in other systems. Nobody can read it.',
          action: <Create />,
        }}
      />
      {deleted && <DeleteCredential credential={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
};
