import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { pathTo } from '#lib/pages.ts';
import { inventory } from '#web/api/inventory.ts';
import { useCall } from '#web/api/use-call.ts';
import { Link } from '#web/components/link.tsx';
import { Time } from '#web/components/time.tsx';

/** What reads an integration for the inventory, or what to do if nothing does. */
export const ScanInfo = ({ accountId }: { accountId: string }) => {
  const input = { accountId, number_of_items: 20 };
  const { data, error } = useCall(inventory.listInventorySchedules, input);
  if (error) return <p>Could not load the scan information.</p>;
  if (!data) return <p>Loading scan information</p>;
  const found = data.items.find((one) => one.accountId === accountId);
  if (!found) return <p>Not scanned.</p>;
  if (found.unread !== undefined) {
    return (
      <StatusIndicator type="warning" wrapText>
        {found.unread}
      </StatusIndicator>
    );
  }
  return (
    <Box>
      {found.read_by}.{' '}
      {found.collected_at ? (
        <>
          Last scan: <Time at={found.collected_at} />.
        </>
      ) : (
        'Never scanned.'
      )}{' '}
      <Link to={pathTo('scanSchedules', {}, { accountId })}>Schedule</Link>
    </Box>
  );
};
