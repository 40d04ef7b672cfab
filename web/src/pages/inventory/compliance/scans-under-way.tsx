import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { isScanOver } from '#lib/domain/inventory/scans/scan.rules.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { pathTo } from '#lib/pages.ts';
import { inventory } from '#web/api/inventory.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { Link } from '#web/components/link.tsx';
import { useBatchedTask } from '#web/components/run/use-batched-task.ts';
import type { ComplianceUrl } from './compliance-url.ts';

/** The accounts of one page; if there are more, the total is unknown. */
const maxAccounts = 100;

/**
 * The accounts that match the filter, and how many of them are being scanned; `onEnd` is called
 * when a scan ends.
 */
export const useScannedAccounts = (
  { integrationType, integrationId }: ComplianceUrl,
  { poll, onEnd }: { poll: number; onEnd: () => void },
) => {
  const input = {
    number_of_items: maxAccounts,
    ...(integrationType && { integrationType: [integrationType] }),
    ...(integrationId && { accountId: integrationId }),
  };
  const options = { keep: true, poll };
  const { answer, askAgain } = useRefetchableCall(inventory.listInventorySchedules, input, options);
  const { data } = answer;
  const accounts = data?.items ?? [];
  const scans = accounts.flatMap(({ scanning }) => scanning?.execution_id ?? []);
  const refetchSoon = useBatchedTask(askAgain);
  const hearEnd = useBatchedTask(onEnd);
  useChannel('inventory_execution_updated', ({ execution_id, state }) => {
    if (isScanOver(state)) hearEnd();
    if (isScanOver(state) || !scans.includes(execution_id)) refetchSoon();
  });
  const total = data?.next === undefined ? accounts.length : undefined;
  return { accounts, scanning: scans.length, total };
};

type Props = { scanning: number; total: number | undefined };

/** Tells that results are about to change, with a link to the progress of the scans. */
export const ScansUnderWay = ({ scanning, total }: Props) => (
  <StatusIndicator type="in-progress">
    {total === undefined
      ? `Scanning ${formatCount(scanning, 'account')}`
      : `Scanning ${scanning} of ${formatCount(total, 'account')}`}
    . Results appear as each scan ends.{' '}
    <Link to={pathTo('scans', {}, { status: 'IN_PROGRESS' })}>View scans</Link>
  </StatusIndicator>
);
