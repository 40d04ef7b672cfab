import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { AuditRecordView } from '#lib/domain/audit/audit.schema.ts';
import { audit } from '#web/api/audit.ts';
import { useCall } from '#web/api/use-call.ts';
import { Copy } from '#web/components/copy.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';
import { Outcome } from './outcome.tsx';

const copied = (text: string | undefined, what: string) =>
  text ? <Copy text={text} what={what} /> : '-';

const Ended = ({ record: { outcome, status } }: { record: AuditRecordView }) => (
  <SpaceBetween size="xxs">
    <Outcome outcome={outcome} />
    {outcome === 'pending' && (
      <Box variant="small" color="text-body-secondary">
        The call is under way, or was cut off before it ended. Look at what it was about.
      </Box>
    )}
    {status !== undefined && (
      <Box variant="small" color="text-body-secondary">
        HTTP status {status}
      </Box>
    )}
  </SpaceBetween>
);

const Facts = ({ record, words }: { record: AuditRecordView; words: string }) => (
  <KeyValuePairs
    columns={1}
    items={[
      { label: 'Action', value: words },
      { label: 'Outcome', value: <Ended record={record} /> },
      ...(record.reason ? [{ label: 'Reason', value: record.reason }] : []),
      ...Object.entries(record.evidence ?? {}).map(([label, value]) => ({ label, value })),
      { label: 'User', value: copied(record.user_id, 'user') },
      ...(record.key_id ? [{ label: 'API key', value: copied(record.key_id, 'API key ID') }] : []),
      { label: 'Timestamp', value: <Time at={record.created_at} /> },
      { label: 'Method', value: record.method },
      { label: 'Url', value: copied(record.url, 'url') },
      { label: 'Object type', value: record.object_type },
      { label: 'Object ID', value: copied(record.object_id, 'object ID') },
      { label: 'Action type', value: copied(record.action_type, 'action type') },
      { label: 'Record ID', value: copied(record._id, 'record ID') },
    ]}
  />
);

type Props = { recordId: string; words: (action: string) => string };

/** A record whole. */
export const RecordDetails = ({ recordId, words }: Props) => {
  const { data, error, refetch } = useCall(audit.getAuditRecord, { audit_id: recordId });
  if (error && !data) return <LoadFailed error={error} what="this record" onRetry={refetch} />;
  if (!data) return <Loading text="Loading record" />;
  return <Facts record={data} words={words(data.action_type)} />;
};
