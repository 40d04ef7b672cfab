import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { PlanUsage as Usage } from '#lib/domain/subscriptions/plan.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { subscriptions } from '#web/api/subscriptions.ts';
import { useCall } from '#web/api/use-call.ts';
import { Link } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';

const formatNumber = (count: number): string => count.toLocaleString('en');

type BarProps = { label: string; used: number; limit: number | null; note: string };

/** The used part of a limit; without a bar if the plan has no limit. */
const Bar = ({ label, used, limit, note }: BarProps) => {
  if (limit === null) {
    return <KeyValuePairs items={[{ label, value: `${formatNumber(used)}, no limit` }]} />;
  }
  const usedPercent = limit === 0 ? 100 : Math.min(100, Math.round((used / limit) * 100));
  return (
    <ProgressBar
      label={label}
      description={note}
      value={usedPercent}
      status={used >= limit ? 'error' : 'in-progress'}
      resultText={`${formatNumber(used)} of ${formatNumber(limit)}`}
      additionalInfo={`${formatNumber(used)} of ${formatNumber(limit)}`}
    />
  );
};

/** `November 2026`. */
const monthText = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** For accounts: those above the limit of a smaller plan stay connected. */
const accountsNote = ({ plan: { accounts: limit }, accounts: used }: Usage): string => {
  const excess = limit === null ? 0 : used - limit;
  if (excess <= 0) return 'Sample accounts do not count.';
  return (
    `${formatNumber(excess)} more than the plan includes. ` +
    'They stay connected; no more can be added.'
  );
};

/** Why no more runs can start this month; undefined if they can. */
const limitReachedText = ({ plan: { key, name, executions: limit }, executions }: Usage) => {
  if (limit === null || executions < limit) return undefined;
  const reason =
    key === 'none'
      ? 'The subscription has ended, so no bot starts.'
      : `All bot executions of the ${name} plan are used.`;
  return `${reason} Manual runs are refused, and events are parked.`;
};

/** The forecast until the end of the month. */
const UsageForecast = (usage: Usage) => {
  const { plan, forecast, resets_at } = usage;
  const limitText = limitReachedText(usage);
  const isTight = plan.executions !== null && forecast > plan.executions;
  if (limitText === undefined && !isTight) return null;
  const resetText = plan.key !== 'none' && (
    <>
      {' '}
      The count starts again at <Time at={resets_at} />.
    </>
  );
  if (limitText === undefined) {
    return (
      <Alert type="warning">
        At this pace the bot executions of the {plan.name} plan will be used up before the month
        ends.{resetText}
      </Alert>
    );
  }
  return (
    <Alert type="error">
      {limitText}
      {resetText} Once bots can start again, replay the parked events under{' '}
      <Link to={pathTo('listeners')}>Listeners</Link>.
    </Alert>
  );
};

const Numbers = (usage: Usage) => {
  const { plan, executions, forecast, accounts, month } = usage;
  return (
    <Container header={<Header variant="h2">Usage</Header>}>
      <SpaceBetween size="l">
        <UsageForecast {...usage} />
        <Bar
          label={`Bot executions in ${monthText(month)}`}
          used={executions}
          limit={plan.executions}
          note={`Forecast for the whole month: ${formatNumber(forecast)}.`}
        />
        <Bar
          label="Cloud and Kubernetes accounts"
          used={accounts}
          limit={plan.accounts}
          note={accountsNote(usage)}
        />
        <KeyValuePairs
          items={[
            {
              label: 'Smallest schedule interval',
              value: `${plan.smallest_interval} min`,
            },
            {
              label: 'Retention of ended runs',
              value: `${plan.retention_days} days, or less if a bot's settings say so`,
            },
          ]}
        />
      </SpaceBetween>
    </Container>
  );
};

/** The organisation's use of its plan. */
export const PlanUsage = () => {
  const { data, error, refetch } = useCall(subscriptions.getPlanUsage, {});
  if (error && !data) return <LoadFailed error={error} subject="usage" onRetry={refetch} />;
  if (!data) return <Loading text="Loading usage" />;
  return <Numbers {...data} />;
};
