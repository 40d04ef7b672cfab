import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Popover from '@cloudscape-design/components/popover';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Toggle from '@cloudscape-design/components/toggle';
import { readTimetable } from '#lib/domain/schedules/timetable.rules.ts';
import type { ScannedIntegration } from '#lib/domain/inventory/schedules/scan-schedule.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { inventory } from '#web/api/inventory.ts';
import { useRefusal } from '#web/app/session.ts';
import { IntegrationBadge } from '#web/components/integration-badge.tsx';
import { IntegrationStatus } from '#web/components/integration-state.tsx';
import { Link } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { cronText } from '#web/components/schedule/cron-text.ts';
import { Time } from '#web/components/time.tsx';
import { ScanNow } from './scan-now.tsx';

type OnToggle = (one: ScannedIntegration) => void;

type Acts = { onToggle: OnToggle; onOpen: OnToggle };

const Enabled = ({ one, onToggle }: { one: ScannedIntegration; onToggle: OnToggle }) => {
  const call = one.schedule ? inventory.deleteInventorySchedule : inventory.createInventorySchedule;
  const refusal = useRefusal(call);
  return (
    <Toggle
      checked={one.schedule !== undefined}
      ariaLabel={`Schedule of ${one.alias}`}
      // An integration that nothing can read would fail each time; an existing schedule can still
      // be disabled.
      disabled={refusal !== undefined || (!one.schedule && one.unread !== undefined)}
      onChange={() => onToggle(one)}
    />
  );
};

const Timetable = ({ one, onOpen }: { one: ScannedIntegration; onOpen: OnToggle }) => {
  const { schedule } = one;
  const refusal = useRefusal(inventory.createInventorySchedule);
  if (!schedule) return '-';
  const text = cronText(readTimetable(schedule).cron);
  return (
    <SpaceBetween size="xxs">
      {refusal === undefined ? (
        <Button
          variant="inline-link"
          ariaLabel={`Schedule of ${one.alias}: ${text}`}
          onClick={() => onOpen(one)}
        >
          {text}
        </Button>
      ) : (
        text
      )}
      <Box variant="small" color="text-body-secondary">
        {schedule.tz_info}
        {schedule.compliance_checks.length > 0 && `, ${schedule.compliance_checks.join(', ')}`}
      </Box>
    </SpaceBetween>
  );
};

const LastScan = ({ one: { scanning, collected_at, unread } }: { one: ScannedIntegration }) => {
  if (scanning) {
    const { execution_id } = scanning;
    return (
      <StatusIndicator type="in-progress">
        <Link to={pathTo('scan', { execution_id })}>In progress</Link>
      </StatusIndicator>
    );
  }
  if (collected_at) return <Time at={collected_at} />;
  if (unread === undefined) return 'Never scanned';
  return (
    <Popover content={unread} header="Nothing reads this account">
      <StatusIndicator type="warning">Cannot be scanned</StatusIndicator>
    </Popover>
  );
};

export const scheduleColumns = ({ onToggle, onOpen }: Acts): Column<ScannedIntegration>[] => [
  {
    id: 'name',
    name: 'Name',
    isRowHeader: true,
    width: 220,
    cell: ({ accountId, alias, cspName }) => (
      <IntegrationBadge type={cspName}>
        <Link to={pathTo('integration', { accountId })}>{alias}</Link>
      </IntegrationBadge>
    ),
  },
  {
    id: 'enabled',
    name: 'Enabled',
    width: 100,
    cell: (one) => <Enabled one={one} onToggle={onToggle} />,
  },
  {
    id: 'timetable',
    name: 'Schedule',
    width: 180,
    cell: (one) => <Timetable {...{ one, onOpen }} />,
  },
  {
    id: 'next',
    name: 'Next scan',
    width: 170,
    under: 'timetable',
    cell: ({ schedule }) => (schedule ? <Time at={schedule.run_at} /> : '-'),
  },
  {
    id: 'last',
    name: 'Last scan',
    width: 170,
    under: 'name',
    cell: (one) => <LastScan one={one} />,
  },
  {
    id: 'reader',
    name: 'Source',
    width: 150,
    under: 'name',
    cell: ({ read_by }) => read_by ?? '-',
  },
  {
    id: 'state',
    name: 'Connection',
    width: 130,
    hidden: true,
    cell: (one) => <IntegrationStatus one={one} />,
  },
  {
    id: 'actions',
    name: 'Actions',
    width: 110,
    under: 'enabled',
    cell: ({ accountId, alias, unread }) => (
      <ScanNow integration_id={accountId} alias={alias} unread={unread} />
    ),
  },
];
