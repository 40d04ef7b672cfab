import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ApiKeyView } from '#lib/domain/api-keys/api-key.schema.ts';
import { Copy } from '#web/components/copy.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import { useNow } from '#web/components/use-now.ts';
import { type KeyStatus, statusOf } from './key-status.ts';

const indicators: Record<KeyStatus, { type: 'success' | 'warning' | 'stopped'; text: string }> = {
  active: { type: 'success', text: 'Active' },
  expiring: { type: 'warning', text: 'Expires soon' },
  expired: { type: 'stopped', text: 'Expired' },
};

const Status = ({ apiKey }: { apiKey: ApiKeyView }) => {
  const { type, text } = indicators[statusOf(apiKey, useNow(60_000))];
  return <StatusIndicator type={type}>{text}</StatusIndicator>;
};

type OnDelete = (apiKey: ApiKeyView) => void;

const Delete = ({ apiKey, onDelete }: { apiKey: ApiKeyView; onDelete: OnDelete }) => (
  <Button
    variant="inline-icon"
    iconName="remove"
    ariaLabel={`Delete ${apiKey.name}`}
    onClick={() => onDelete(apiKey)}
  />
);

export const apiKeyColumns = (onDelete: OnDelete): Column<ApiKeyView>[] => [
  { id: 'name', name: 'Name', isRowHeader: true, minWidth: 120, cell: ({ name }) => name },
  {
    id: 'status',
    name: 'Status',
    width: 115,
    minWidth: 115,
    cell: (one) => <Status apiKey={one} />,
  },
  {
    id: 'id',
    name: 'Key ID',
    width: 350,
    minWidth: 350,
    cell: ({ api_key_id }) => <Copy text={api_key_id} subject="key ID" />,
  },
  {
    id: 'created',
    name: 'Created',
    width: 195,
    minWidth: 195,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    id: 'expires',
    name: 'Expires',
    width: 195,
    minWidth: 195,
    cell: ({ expires_on }) => (expires_on === null ? 'Never' : <Time at={expires_on} />),
  },
  {
    id: 'actions',
    name: 'Actions',
    width: 95,
    minWidth: 95,
    cell: (one) => <Delete apiKey={one} onDelete={onDelete} />,
  },
];
