import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ResourceSource } from '#lib/domain/inventory/resources/resource.schema.ts';
import type { SearchQuery } from '#lib/domain/inventory/search/query.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { Time } from '#web/components/time.tsx';
import { deletedCountOf, deletedText, neverScannedIds } from './nothing-found.tsx';
import { ScanNow } from '#web/components/scanning/scan-buttons.tsx';
import type { Scanning } from '#web/components/scanning/use-scanning.ts';

type Props = {
  sources: readonly ResourceSource[];
  query: SearchQuery | undefined;
  scanning: Scanning;
};

/** The sources of the resources, and the age of the oldest. */
const DataAge = ({ sources }: Pick<Props, 'sources'>) => {
  const times = sources.flatMap(({ collected_at }) => collected_at ?? []).sort();
  const [oldest] = times;
  if (oldest === undefined) return null;
  return (
    <Box color="text-body-secondary">
      {formatCount(times.length, 'integration')},{' '}
      {times.length > 1 ? 'oldest scan' : 'scan of'} <Time at={oldest} />
    </Box>
  );
};

/**
 * What may be missing: tables that could not be read, and integrations that were not scanned or
 * were deleted.
 */
const MissingData = ({ sources, query, scanning }: Props) => {
  const deletedCount = deletedCountOf(query, sources);
  const partial = sources.filter(({ problems }) => problems.length > 0);
  const unscanned = neverScannedIds(sources);
  return (
    <>
      {partial.length > 0 && (
        <Alert type="warning" header="Some resources may be missing or out of date">
          <ul>
            {partial.map(({ integration_id, alias, problems }) => (
              <li key={integration_id}>
                {alias}: {problems.join(' ')}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {sources.length > 0 && deletedCount > 0 && (
        <Alert type="info">{deletedText(deletedCount)}</Alert>
      )}
      {unscanned.length > 0 && unscanned.length < sources.length && (
        <Alert type="info" action={<ScanNow ids={unscanned} scanning={scanning} />}>
          {formatCount(unscanned.length, 'integration')} of this type had no scan yet.
        </Alert>
      )}
    </>
  );
};

/** The age and completeness of the data in the table. */
export const SourceNotes = ({ sources, query, scanning }: Props) => (
  <SpaceBetween size="xs">
    <DataAge sources={sources} />
    {sources.some((one) => one.scanning) && (
      <StatusIndicator type="loading">A scan is under way</StatusIndicator>
    )}
    <MissingData {...{ sources, query, scanning }} />
  </SpaceBetween>
);
