import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { AuditChange, AuditRecordView } from '#lib/domain/audit/audit.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { audit } from '#web/api/audit.ts';
import { useCall } from '#web/api/use-call.ts';
import { Copy } from '#web/components/copy.tsx';
import { Link } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';
import { Outcome } from './outcome.tsx';

const copyableText = (text: string | undefined, subject: string) =>
  text ? <Copy text={text} subject={subject} /> : '-';

/** A link to a user's records, also for deleted users, who are in no list any more. */
const Person = ({ id, subject }: { id: string; subject: string }) => (
  <SpaceBetween size="xxs">
    <Copy text={id} subject={subject} />
    <Link variant="secondary" to={pathTo('auditTrails', {}, { user: id })}>
      Everything this user did
    </Link>
  </SpaceBetween>
);

const OutcomeDetails = ({ record: { outcome, status } }: { record: AuditRecordView }) => (
  <SpaceBetween size="xxs">
    <Outcome outcome={outcome} />
    {outcome === 'pending' && (
      <Box variant="small" color="text-body-secondary">
        The call is still in progress, or was interrupted before it ended. Check the resource that
        it affects.
      </Box>
    )}
    {status !== undefined && (
      <Box variant="small" color="text-body-secondary">
        HTTP status {status}
      </Box>
    )}
  </SpaceBetween>
);

const wrapStyle = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

const yesOrNo: Record<string, string> = { true: 'Yes', false: 'No' };

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

const ChangedValue = ({ text }: { text: string | undefined }) => {
  if (text === undefined) return <>-</>;
  return isTime(text) ? <Time at={text} /> : <>{yesOrNo[text] ?? text}</>;
};

const LabelledValue = ({ label, text }: { label: string; text: string | undefined }) => (
  <div>
    <Box variant="small" color="text-body-secondary">
      {label}
    </Box>
    <div style={wrapStyle}>
      <ChangedValue text={text} />
    </div>
  </div>
);

const BeforeAndAfter = ({ change: { before, after, hidden } }: { change: AuditChange }) => {
  if (hidden) return <Box color="text-body-secondary">Changed; it is not shown here.</Box>;
  return (
    <SpaceBetween size="xxs">
      <LabelledValue label="Before" text={before} />
      <LabelledValue label="After" text={after} />
    </SpaceBetween>
  );
};

/** `auth_configs.headers` as text. */
const fieldWords = (field: string): string => {
  const text = field.replaceAll('_', ' ').replaceAll('.', ' › ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};

/** The changes made by a call, field by field. */
const Changes = ({
  record: { changes = [], more_changes: moreCount },
}: {
  record: AuditRecordView;
}) => {
  if (changes.length === 0) return null;
  return (
    <SpaceBetween size="s">
      <Header variant="h3" counter={`(${changes.length + (moreCount ?? 0)})`}>
        Changes
      </Header>
      <KeyValuePairs
        columns={1}
        items={changes.map((change) => ({
          label: fieldWords(change.field),
          value: <BeforeAndAfter change={change} />,
        }))}
      />
      {moreCount !== undefined && <Box color="text-body-secondary">And {moreCount} more.</Box>}
    </SpaceBetween>
  );
};

type RecordProps = { record: AuditRecordView };

const RecordFacts = ({ record, actionName }: RecordProps & { actionName: string }) => (
  <KeyValuePairs
    columns={1}
    items={[
      { label: 'Action', value: actionName },
      ...(record.object_name ? [{ label: 'Name', value: record.object_name }] : []),
      { label: 'Outcome', value: <OutcomeDetails record={record} /> },
      ...(record.reason ? [{ label: 'Reason', value: record.reason }] : []),
      ...Object.entries(record.evidence ?? {}).map(([label, value]) => ({
        label,
        value: <div style={wrapStyle}>{value}</div>,
      })),
      { label: 'User', value: <Person id={record.user_id} subject="user" /> },
      { label: 'API key', value: copyableText(record.key_id, 'API key ID') },
      { label: 'Address', value: copyableText(record.address, 'address') },
      { label: 'Timestamp', value: <Time at={record.created_at} /> },
    ]}
  />
);

const ObjectId = ({ record: { object_type, object_id } }: RecordProps) =>
  object_type === 'user' && object_id ? (
    <Person id={object_id} subject="object ID" />
  ) : (
    copyableText(object_id, 'object ID')
  );

const TechnicalFacts = ({ record }: RecordProps) => (
  <KeyValuePairs
    columns={1}
    items={[
      { label: 'Method', value: record.method },
      { label: 'Url', value: copyableText(record.url, 'url') },
      { label: 'Object type', value: record.object_type },
      { label: 'Object ID', value: <ObjectId record={record} /> },
      { label: 'Action type', value: copyableText(record.action_type, 'action type') },
      { label: 'Record ID', value: copyableText(record._id, 'record ID') },
    ]}
  />
);

type Props = { recordId: string; actionNameOf: (action: string) => string };

/** All details of a record. */
export const RecordDetails = ({ recordId, actionNameOf }: Props) => {
  const { data, error, refetch } = useCall(audit.getAuditRecord, { audit_id: recordId });
  if (error && !data) return <LoadFailed error={error} subject="this record" onRetry={refetch} />;
  if (!data) return <Loading text="Loading record" />;
  return (
    <SpaceBetween size="l">
      <RecordFacts record={data} actionName={actionNameOf(data.action_type)} />
      <Changes record={data} />
      <TechnicalFacts record={data} />
    </SpaceBetween>
  );
};
