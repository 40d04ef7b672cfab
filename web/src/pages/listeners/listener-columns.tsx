import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';
import { hrefTo, pathTo } from '#lib/pages.ts';
import { listeners } from '#web/api/listeners.ts';
import { useRefusals } from '#web/app/session.ts';
import { Copy } from '#web/components/copy.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Link, useFollow } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import { authNames, sourceNames } from './names.ts';
import { usePreviousSecretUntil } from './previous-secret.ts';
import { WebhookAddress } from './webhook-address.tsx';

/** The row actions that do not leave the list. */
const rowActions = ['test', 'rotate', 'end-old', 'delete'] as const;
export type RowAction = (typeof rowActions)[number];

const calls = {
  edit: listeners.updateListener,
  rotate: listeners.rotateListenerSecret,
  end: listeners.endPreviousSecret,
  delete: listeners.deleteListener,
};

type OnAction = (action: RowAction, listener: ListenerView) => void;

const RowMenu = ({ listener, onAction }: { listener: ListenerView; onAction: OnAction }) => {
  const follow = useFollow();
  const refusals = useRefusals(calls);
  const hasPrevious = usePreviousSecretUntil(listener) !== undefined;
  const { _id: listener_id, name } = listener;
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={`Actions for ${name}`}
      items={[
        { id: 'test', text: 'Test' },
        { id: 'view', text: 'View', href: hrefTo('listenerEvents', { listener_id }) },
        {
          id: 'edit',
          text: 'Edit',
          href: hrefTo('listener', { listener_id }),
          ...disabledBy(refusals.edit),
        },
        { id: 'bots', text: 'Go to bots', href: hrefTo('bots', {}, { listenerId: listener_id }) },
        { id: 'rotate', text: 'Rotate secret', ...disabledBy(refusals.rotate) },
        ...(hasPrevious
          ? [{ id: 'end-old', text: 'End old secret', ...disabledBy(refusals.end) }]
          : []),
        { id: 'delete', text: 'Delete', ...disabledBy(refusals.delete) },
      ]}
      onItemFollow={follow}
      onItemClick={({ detail }) => {
        const action = rowActions.find((one) => one === detail.id);
        if (action) onAction(action, listener);
      }}
    />
  );
};

const CalledStatus = ({ at }: { at: string | undefined }) =>
  at ? (
    <StatusIndicator type="success">Called</StatusIndicator>
  ) : (
    <StatusIndicator type="pending">Not called yet</StatusIndicator>
  );

export const listenerColumns = (onAction: OnAction): Column<ListenerView>[] => [
  {
    id: 'name',
    name: 'Name',
    isRowHeader: true,
    minWidth: 180,
    cell: ({ _id, name }) => (
      <Link to={pathTo('listenerEvents', { listener_id: _id })}>{name}</Link>
    ),
  },
  {
    id: 'status',
    name: 'Status',
    width: 150,
    minWidth: 150,
    cell: ({ last_called_at }) => <CalledStatus at={last_called_at} />,
  },
  {
    id: 'source',
    name: 'Source',
    width: 120,
    minWidth: 120,
    cell: (one) => sourceNames[one.webhook_source_integration_type],
  },
  {
    id: 'authentication',
    name: 'Authentication',
    width: 150,
    minWidth: 150,
    cell: ({ auth_configs }) => authNames[auth_configs.auth_type],
  },
  { id: 'description', name: 'Description', minWidth: 190, cell: (one) => one.description },
  {
    id: 'called',
    name: 'Last called',
    width: 205,
    minWidth: 205,
    cell: ({ last_called_at }) => <Time at={last_called_at} />,
  },
  {
    id: 'created',
    name: 'Created',
    width: 205,
    minWidth: 205,
    hidden: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    id: 'url',
    name: 'Webhook URL',
    minWidth: 320,
    hidden: true,
    cell: (one) => <WebhookAddress listener={one} />,
  },
  {
    id: 'id',
    name: 'ID',
    minWidth: 320,
    hidden: true,
    cell: ({ _id }) => <Copy text={_id} subject="listener ID" />,
  },
  {
    id: 'actions',
    name: 'Actions',
    width: 105,
    minWidth: 105,
    cell: (listener) => <RowMenu listener={listener} onAction={onAction} />,
  },
];
