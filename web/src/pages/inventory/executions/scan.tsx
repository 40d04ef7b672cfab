import { useState } from 'react';
import { useParams } from 'react-router';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Steps, { type StepsProps } from '@cloudscape-design/components/steps';
import Toggle from '@cloudscape-design/components/toggle';
import { isScanOver } from '#lib/domain/inventory/scans/scan.rules.ts';
import type { ScanDetail, ScanEvent } from '#lib/domain/inventory/scans/scan.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { pathTo } from '#lib/pages.ts';
import { inventory } from '#web/api/inventory.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { usePage } from '#web/app/page.ts';
import { IntegrationBadge } from '#web/components/integration-badge.tsx';
import { Link, LinkButton } from '#web/components/link.tsx';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { Refresh } from '#web/components/refresh.tsx';
import { localTime, Time } from '#web/components/time.tsx';
import { ScanNow } from '../schedule/scan-now.tsx';
import { CancelScan } from './cancel-scan.tsx';
import { pollIntervalOf } from './scan-poll.ts';
import { findingsText, ScanState } from './scan-state.tsx';

/** The number of events shown at first, and added at a time. */
const eventsPerStep = 5;

const eventIndicators: Record<ScanEvent['event_type'], StepsProps.Status> = {
  STARTED: 'info',
  COLLECTED: 'success',
  PARTIAL: 'warning',
  FAILED: 'error',
  EVALUATED: 'success',
  CANCELLED: 'stopped',
  SUCCEEDED: 'success',
  NOT_STARTED: 'warning',
};

/** The newest first: the current activity of a scan is at the top. */
const EventLog = ({ events }: { events: readonly ScanEvent[] }) => {
  const [count, setCount] = useState(eventsPerStep);
  const visibleEvents = events.toReversed().slice(0, count);
  const remainingCount = events.length - visibleEvents.length;
  return (
    <Container header={<Header counter={`(${events.length})`}>Event log</Header>}>
      <SpaceBetween size="m">
        <Steps
          ariaLabel="Event log"
          steps={visibleEvents.map(({ event_type, event_name, event_details, timestamp }) => ({
            status: eventIndicators[event_type],
            header: event_name,
            details: (
              <>
                <Box variant="small" color="text-body-secondary">
                  {localTime(timestamp)}
                </Box>
                <Box>{event_details}</Box>
              </>
            ),
          }))}
        />
        {remainingCount > 0 && (
          <SpaceBetween size="xs" direction="horizontal">
            <Button onClick={() => setCount(count + eventsPerStep)}>Load More</Button>
            <Button onClick={() => setCount(events.length)}>Show All</Button>
          </SpaceBetween>
        )}
      </SpaceBetween>
    </Container>
  );
};

/** The result of the rules: how many were evaluated, what they found, and which could not run. */
const Compliance = ({ scan }: { scan: ScanDetail }) => {
  const { evaluator_result: result, integration_id: integrationId } = scan;
  if (!result) return findingsText(scan);
  const { rules, resources, run_errors } = result;
  return (
    <SpaceBetween size="xxs">
      <Link to={pathTo('compliance', {}, { integrationId, criticality: 'alarm' })}>
        {findingsText(scan)}
      </Link>
      <Box color="text-body-secondary">
        {`${formatCount(rules, 'rule')}, ${formatCount(resources.ok, 'result')} passed`}
      </Box>
      {run_errors > 0 && (
        <StatusIndicator type="warning">
          <Link to={pathTo('compliance', {}, { integrationId, runError: 'true' })}>
            {`${formatCount(run_errors, 'rule')} not evaluated`}
          </Link>
        </StatusIndicator>
      )}
    </SpaceBetween>
  );
};

const Facts = ({ scan }: { scan: ScanDetail }) => (
  <KeyValuePairs
    columns={4}
    items={[
      {
        label: 'Integration',
        value: (
          <IntegrationBadge type={scan.integration_type}>
            <Link to={pathTo('integration', { accountId: scan.integration_id })}>{scan.alias}</Link>
          </IntegrationBadge>
        ),
      },
      { label: 'State', value: <ScanState scan={scan} /> },
      { label: 'Resources', value: scan.rows.toLocaleString() },
      { label: 'Compliance', value: <Compliance scan={scan} /> },
      { label: 'Started by', value: scan.started_by ?? 'Schedule' },
      { label: 'Started', value: <Time at={scan.created_at} /> },
      {
        label: isScanOver(scan.state) ? 'Ended' : 'Last change',
        value: <Time at={scan.updated_at} />,
      },
    ]}
  />
);

const useScan = (execution_id: string) => {
  const [refreshes, setRefreshes] = useState(true);
  const { answer: scan, askAgain } = useRefetchableCall(
    inventory.getInventoryExecution,
    { execution_id },
    {
      keep: true,
      poll: (current) => (refreshes ? pollIntervalOf(current, Date.now()) : false),
    },
  );
  useChannel('inventory_execution_updated', (frame) => {
    if (refreshes && frame.execution_id === execution_id) askAgain();
  });
  return { scan, refreshes, setRefreshes };
};

type ScanQuery = ReturnType<typeof useScan>;

const Acts = ({
  scan,
  refreshes,
  setRefreshes,
  scanDetail,
}: ScanQuery & { scanDetail: ScanDetail }) => (
  <SpaceBetween size="xs" direction="horizontal" alignItems="center">
    <Refresh {...scan} subject="scan" />
    {!isScanOver(scanDetail.state) && (
      <Toggle checked={refreshes} onChange={({ detail }) => setRefreshes(detail.checked)}>
        Auto-Refresh
      </Toggle>
    )}
    <LinkButton to={pathTo('scans')}>Back</LinkButton>
    {isScanOver(scanDetail.state) && <ScanNow isRepeat {...scanDetail} />}
    <CancelScan scan={scanDetail} onCancelled={() => void scan.refetch()} />
  </SpaceBetween>
);

const LoadedScan = ({
  data,
  scanQuery,
}: {
  data: ScanDetail;
  scanQuery: ReturnType<typeof useScan>;
}) => {
  const title = `Scan of ${data.alias}`;
  usePage({ page: 'scan', title });
  return (
    <SpaceBetween size="l">
      <Header variant="h1" actions={<Acts {...scanQuery} scanDetail={data} />}>
        {title}
      </Header>
      {isScanOver(data.state) && (
        <Alert type="info">The Execution has reached its result, no need to refresh</Alert>
      )}
      {data.cause && <Alert type={data.cancelled_by ? 'warning' : 'error'}>{data.cause}</Alert>}
      <Container>
        <Facts scan={data} />
      </Container>
      <EventLog events={data.events} />
    </SpaceBetween>
  );
};

/** One scan: its state and its events, table by table. */
export const ScanPage = () => {
  const { execution_id = '' } = useParams();
  const scanQuery = useScan(execution_id);
  const { data, error, refetch } = scanQuery.scan;
  if (data) return <LoadedScan data={data} scanQuery={scanQuery} />;
  return <ItemPlaceholder page="scan" error={error} onRetry={refetch} />;
};
