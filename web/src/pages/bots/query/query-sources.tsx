import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ScannedIntegration } from '#lib/domain/inventory/schedules/scan-schedule.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { inventory } from '#web/api/inventory.ts';
import { useCall } from '#web/api/use-call.ts';
import { useRefusal } from '#web/app/session.ts';
import { Link } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';
import type { Settings } from '../fields/control.ts';
import { chosenIds, isLiveQuery, queriedType } from './query-settings.ts';

/** The most integrations whose last scans are shown. */
const shown = 20;

const Scanned = ({ one: { alias, collected_at } }: { one: ScannedIntegration }) =>
  collected_at === undefined ? (
    <StatusIndicator type="warning" wrapText>
      {alias}: no scan yet. <Link to={pathTo('scanSchedules')}>Scan it</Link>
    </StatusIndicator>
  ) : (
    <>
      {alias}: scanned <Time at={collected_at} />
    </>
  );

const Live = ({ one: { alias, read_by, unread } }: { one: ScannedIntegration }) =>
  unread === undefined ? (
    <>{`${alias}: ${read_by ?? ''}`}</>
  ) : (
    <StatusIndicator type="warning" wrapText>{`${alias}: ${unread}`}</StatusIndicator>
  );

const Sources = ({ settings }: { settings: Settings }) => {
  const input = { integrationType: [queriedType(settings)], number_of_items: 100 };
  const { data, error, refetch } = useCall(inventory.listInventorySchedules, input);
  if (error) return <LoadFailed error={error} subject="the integrations" onRetry={refetch} />;
  if (!data) return <Loading text="Loading integrations" />;
  const isLive = isLiveQuery(settings);
  const ids = chosenIds(settings);
  const isQueried = ({ accountId }: ScannedIntegration): boolean =>
    ids.length === 0 ? !isLive : ids.includes(accountId);
  const sources = data.items.filter(isQueried);
  if (sources.length === 0) {
    return isLive ? (
      <Box>Choose the integrations to read live.</Box>
    ) : (
      <Box>There is no integration of this type yet.</Box>
    );
  }
  return (
    <ul className="bot-yields">
      {sources.slice(0, shown).map((one) => (
        <li key={one.accountId}>{isLive ? <Live one={one} /> : <Scanned one={one} />}</li>
      ))}
      {sources.length > shown && <li>{`and ${sources.length - shown} more`}</li>}
    </ul>
  );
};

/** The sources of a query: the age of the last scans, or who reads the accounts live. */
export const QuerySources = ({ settings }: { settings: Settings }) => {
  const refusal = useRefusal(inventory.listInventorySchedules);
  return (
    <div>
      <Box variant="awsui-key-label">
        {isLiveQuery(settings) ? 'Read live by' : 'Last scans of'}
      </Box>
      {refusal === undefined ? (
        <Sources settings={settings} />
      ) : (
        <Box color="text-body-secondary">{refusal}</Box>
      )}
      {isLiveQuery(settings) && (
        <Box variant="small" color="text-body-secondary">
          The preview shows the last scan. Test the node to read live.
        </Box>
      )}
    </div>
  );
};
