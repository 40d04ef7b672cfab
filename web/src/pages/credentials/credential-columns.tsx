import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type { CredentialView } from '#lib/domain/credentials/credential.schema.ts';
import { hrefTo, pathTo } from '#lib/pages.ts';
import { credentials } from '#web/api/credentials.ts';
import { useRefusals } from '#web/app/session.ts';
import { Copy } from '#web/components/copy.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Link, useFollow } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import { kindName, ownValue } from './kinds.ts';

const calls = { edit: credentials.updateCredential, delete: credentials.deleteCredential };

type OnDelete = (credential: CredentialView) => void;

const RowMenu = ({ one, onDelete }: { one: CredentialView; onDelete: OnDelete }) => {
  const follow = useFollow();
  const refusals = useRefusals(calls);
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={`Actions for ${one.name}`}
      items={[
        {
          id: 'edit',
          text: 'Edit',
          href: hrefTo('credential', { credential_id: one._id }),
          ...disabledBy(refusals.edit),
        },
        { id: 'delete', text: 'Delete', ...disabledBy(refusals.delete) },
      ]}
      onItemFollow={follow}
      onItemClick={({ detail }) => {
        if (detail.id === 'delete') onDelete(one);
      }}
    />
  );
};

export const credentialColumns = (onDelete: OnDelete): Column<CredentialView>[] => [
  {
    id: 'name',
    name: 'Name',
    isRowHeader: true,
    minWidth: 200,
    cell: ({ _id, name }) => <Link to={pathTo('credential', { credential_id: _id })}>{name}</Link>,
  },
  { id: 'kind', name: 'Kind', minWidth: 220, cell: ({ kind }) => kindName(kind) },
  {
    id: 'hosts',
    name: 'Hosts',
    minWidth: 260,
    cell: ({ hosts }) => hosts.join(', ') || '-',
  },
  {
    id: 'own',
    name: 'User or field',
    minWidth: 150,
    hidden: true,
    cell: (one) => ownValue(one) ?? '-',
  },
  {
    id: 'updated',
    name: 'Updated',
    width: 230,
    minWidth: 230,
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
    id: 'created-by',
    name: 'Created by',
    minWidth: 200,
    hidden: true,
    cell: ({ created_by }) => created_by,
  },
  {
    id: 'id',
    name: 'ID',
    minWidth: 340,
    hidden: true,
    cell: ({ _id }) => <Copy text={_id} what="credential ID" />,
  },
  {
    id: 'actions',
    name: 'Actions',
    width: 105,
    minWidth: 105,
    cell: (one) => <RowMenu one={one} onDelete={onDelete} />,
  },
];
