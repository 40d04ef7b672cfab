import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import type { RefusedCalls as Hour } from '#lib/domain/listeners/refused-call.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import { msOf, Time } from '#web/components/time.tsx';
import { useNow } from '#web/components/use-now.ts';

/**
 * Milliseconds. Polled, because rejected calls send no frames, which strangers could otherwise
 * cause.
 */
const pollEvery = 20_000;

const day = 24 * 3600_000;

const sum = (hours: readonly Hour[]): number => hours.reduce((all, { count }) => all + count, 0);

const RefusalsByHour = ({ hours }: { hours: readonly Hour[] }) => (
  <ExpandableSection headerText="By hour, in the last 7 days">
    <ul className="bot-issue-list">
      {hours.map(({ hour, count, last_at, last_status, last_reason }) => (
        <li key={hour}>
          {formatCount(count, 'call')}, the last at <Time at={last_at} />: {last_reason} (
          {last_status})
        </li>
      ))}
    </ul>
  </ExpandableSection>
);

/** Why calls of the listener were rejected: for users who set up a sender. */
export const RefusedCalls = ({ listenerId }: { listenerId: string }) => {
  const { data } = useCall(
    listeners.listRefusedCalls,
    { listener_id: listenerId },
    { poll: pollEvery },
  );
  const since = useNow(60_000) - day;
  const hours = data?.items ?? [];
  const [last] = hours;
  if (!last) return null;
  const recentCount = sum(hours.filter(({ last_at }) => msOf(last_at) > since));
  const header =
    recentCount > 0
      ? `${formatCount(recentCount, 'call')} refused in the last 24 hours`
      : `${formatCount(sum(hours), 'call')} refused in the last 7 days`;
  return (
    <Alert type={recentCount > 0 ? 'warning' : 'info'} header={header}>
      <Box>
        The last one, at <Time at={last.last_at} />: {last.last_reason} The sender received
        status {last.last_status}.
      </Box>
      <RefusalsByHour hours={hours} />
    </Alert>
  );
};
