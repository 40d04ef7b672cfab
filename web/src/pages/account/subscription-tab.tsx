import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { planKeyOf, plans } from '#lib/domain/subscriptions/plan.rules.ts';
import { daysLeft, endingSubscription } from '#lib/domain/subscriptions/subscription.rules.ts';
import type { SubscriptionView } from '#lib/domain/subscriptions/subscription.schema.ts';
import { subscriptions } from '#web/api/subscriptions.ts';
import { useCall } from '#web/api/use-call.ts';
import { useRefusal } from '#web/app/session.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { endText, subscriptionNames } from '#web/components/subscription-text.ts';
import { Time } from '#web/components/time.tsx';
import { useNow } from '#web/components/use-now.ts';
import { PlanCards } from './plan-cards.tsx';
import { PlanUsage } from './plan-usage.tsx';

type SubscriptionProps = { one: SubscriptionView; now: number };

const Status = ({ one, now }: SubscriptionProps) => {
  const hasEnded = (daysLeft(one, now) ?? 0) < 0;
  if (hasEnded) return <StatusIndicator type="stopped">Ended</StatusIndicator>;
  if (Date.parse(one.start_date) > now) {
    return <StatusIndicator type="pending">Not started</StatusIndicator>;
  }
  return <StatusIndicator type="success">Active</StatusIndicator>;
};

const SubscriptionPanel = ({
  one,
  now,
  warning,
}: SubscriptionProps & { warning: string | undefined }) => {
  const { subscription_type, start_date, end_date } = one;
  return (
    <Container header={<Header variant="h2">{subscriptionNames[subscription_type]}</Header>}>
      <SpaceBetween size="l">
        {warning !== undefined && (
          <Alert type={(daysLeft(one, now) ?? 0) < 0 ? 'error' : 'warning'}>{warning}</Alert>
        )}
        <KeyValuePairs
          columns={4}
          items={[
            { label: 'Plan', value: plans[planKeyOf(one)].name },
            { label: 'Status', value: <Status one={one} now={now} /> },
            { label: 'Start', value: <Time at={start_date} /> },
            { label: 'End', value: end_date ? <Time at={end_date} /> : 'Until it is cancelled' },
          ]}
        />
      </SpaceBetween>
    </Container>
  );
};

/** The organisation's subscriptions, their duration and use, and further plans. */
export const SubscriptionTab = () => {
  const now = useNow(60_000);
  const refusal = useRefusal(subscriptions.listSubscriptions);
  const enabled = refusal === undefined;
  const { data, error, refetch } = useCall(subscriptions.listSubscriptions, {}, { enabled });
  const usage = useCall(subscriptions.getPlanUsage, {}, { enabled });
  if (refusal) return <Alert type="info">{refusal}</Alert>;
  if (error && !data) return <LoadFailed error={error} subject="subscriptions" onRetry={refetch} />;
  if (!data) return <Loading text="Loading subscriptions" />;
  const ending = endingSubscription(data.items, now);
  return (
    <SpaceBetween size="l">
      {data.items.length === 0 && (
        <Box textAlign="center" color="text-body-secondary" padding={{ vertical: 'xxl' }}>
          This organisation has no subscription.
        </Box>
      )}
      {data.items.map((one) => (
        <SubscriptionPanel
          key={one._id}
          one={one}
          now={now}
          warning={one._id === ending?._id ? endText(one, data.items, now) : undefined}
        />
      ))}
      <PlanUsage />
      <PlanCards current={usage.data?.plan.key} supportEmail={usage.data?.support_email} />
    </SpaceBetween>
  );
};
