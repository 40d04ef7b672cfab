import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { AuditRecordSummary } from '#lib/domain/audit/audit.schema.ts';
import { Copy } from '#web/components/copy.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { localTime, Time } from '#web/components/time.tsx';
import { Outcome } from './outcome.tsx';

/** The name of the record's object; for another user also the address. */
const ObjectName = ({ record }: { record: AuditRecordSummary }) => {
  const { object_type, object_id, user_id, evidence } = record;
  const { object_name = evidence?.Name ?? evidence?.Alias } = record;
  const address = object_type === 'user' && object_id !== user_id ? object_id : undefined;
  const labels = [object_name, address].filter((text) => text !== undefined);
  return labels.length > 0 && <Box>{labels.join(', ')}</Box>;
};

/** The columns; `actionNameOf` returns the text for an action. */
export const auditColumns = (
  actionNameOf: (action: string) => string,
  onOpen: (record: AuditRecordSummary) => void,
): Column<AuditRecordSummary>[] => [
  { id: 'user', name: 'User', minWidth: 190, cell: ({ user_id }) => user_id },
  {
    id: 'action',
    name: 'Action',
    isRowHeader: true,
    minWidth: 230,
    cell: (one) => (
      <>
        <Button
          variant="inline-link"
          ariaLabel={[actionNameOf(one.action_type), one.user_id, localTime(one.created_at)].join(
            ', ',
          )}
          onClick={() => onOpen(one)}
        >
          {actionNameOf(one.action_type)}
        </Button>
        <ObjectName record={one} />
        {one.evidence?.Decision && <Box>{one.evidence.Decision}</Box>}
      </>
    ),
  },
  {
    id: 'timestamp',
    name: 'Timestamp',
    width: 205,
    minWidth: 205,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  { id: 'url', name: 'Url', minWidth: 260, cell: ({ url }) => url },
  {
    id: 'outcome',
    name: 'Outcome',
    width: 120,
    minWidth: 120,
    cell: ({ outcome }) => <Outcome outcome={outcome} />,
  },
  { id: 'method', name: 'Method', minWidth: 110, hidden: true, cell: ({ method }) => method },
  {
    id: 'reason',
    name: 'Reason',
    minWidth: 260,
    hidden: true,
    cell: ({ reason }) => reason ?? '-',
  },
  {
    id: 'object',
    name: 'Object ID',
    minWidth: 320,
    hidden: true,
    cell: ({ object_id }) => (object_id ? <Copy text={object_id} subject="object ID" /> : '-'),
  },
  {
    id: 'key',
    name: 'API key',
    minWidth: 320,
    hidden: true,
    cell: ({ key_id }) => (key_id ? <Copy text={key_id} subject="API key ID" /> : '-'),
  },
  {
    id: 'address',
    name: 'Address',
    minWidth: 160,
    hidden: true,
    cell: ({ address }) => address ?? '-',
  },
  {
    id: 'id',
    name: 'Record ID',
    minWidth: 400,
    hidden: true,
    cell: ({ _id }) => <Copy text={_id} subject="record ID" />,
  },
];
