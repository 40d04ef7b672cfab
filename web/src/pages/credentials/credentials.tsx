import { useState } from 'react';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { credentialKinds, type CredentialView } from '#lib/domain/credentials/credential.schema.ts';
import { searchText } from '#lib/kernel/page.ts';
import { pathTo } from '#lib/pages.ts';
import { credentials } from '#web/api/credentials.ts';
import { useCall } from '#web/api/use-call.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
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

type Url = z.output<typeof urlState>;

const Filter = ({ url, change }: { url: Url; change: (patch: Partial<Url>) => void }) => (
  <SpaceBetween size="xs" direction="horizontal">
    <SearchBox
      label="Find credentials by name"
      value={url.regex}
      onSearch={(regex) => change({ regex, page: 1 })}
    />
    <Choice
      label="Kind"
      all="All kinds"
      values={credentialKinds}
      labelOf={kindName}
      value={url.kind}
      onChange={(kind) => change({ kind, page: 1 })}
    />
  </SpaceBetween>
);

const Create = ({ variant }: { variant?: 'primary' }) => (
  <CreateLink
    call={credentials.createCredential}
    to={pathTo('credential', { credential_id: 'new' })}
    variant={variant}
  >
    Create credential
  </CreateLink>
);

/** The secrets that the organisation's bots send, without the secrets themselves. */
export const CredentialsPage = () => {
  const [url, change] = useUrlState(urlState);
  const [deleted, setDeleted] = useState<CredentialView>();
  const size = usePageSize('credentials', url.itemCount);
  const { page, kind } = url;
  const filter = { kind, regex: searchText.safeParse(url.regex).data };
  const input = { ...filter, page_number: page, number_of_items: size };
  const answer = useCall(credentials.listCredentials, input, { keep: true });
  const filtered = Object.values(filter).some(Boolean);
  usePage({ page: 'credentials', contentType: 'table', help: credentialsHelp });
  return (
    <>
      <ListTable
        id="credentials"
        title="Credentials"
        rows="credentials"
        info={<InfoLink />}
        columns={credentialColumns(setDeleted)}
        answer={answer}
        page={page}
        pageSize={size}
        onPage={turnPage(change)}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        actions={<Create variant="primary" />}
        filter={<Filter url={url} change={change} />}
        onClearFilter={
          filtered ? () => change({ kind: undefined, regex: undefined, page: 1 }) : undefined
        }
        empty={{
          title: 'No credentials',
          text: 'A credential is a secret that bots send to another system without knowing it.',
          action: <Create />,
        }}
      />
      {deleted && <DeleteCredential credential={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
};
