import { useLocation } from 'react-router';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import * as z from 'zod';
import { daysLeft, endingSubscription } from '#lib/domain/subscriptions/subscription.rules.ts';
import { pathTo } from '#lib/pages.ts';
import { subscriptions } from '#web/api/subscriptions.ts';
import { useCall } from '#web/api/use-call.ts';
import { LinkButton } from '#web/components/link.tsx';
import { endText } from '#web/components/subscription-text.ts';
import { useNow } from '#web/components/use-now.ts';
import { usePreference } from './preferences.ts';
import { useRefusal } from './session.ts';

const minute = 60_000;
const dismissal = z.string();

/** With more whole days left than this, the notice is information and not a warning. */
const warningDays = 7;

const typeFor = (days: number) => {
  if (days < 0) return 'error';
  return days > warningDays ? 'info' : 'warning';
};

/**
 * A notice that the organisation's subscription ends soon. If dismissed, it returns a day later.
 */
export const SubscriptionNotice = () => {
  const now = useNow(minute);
  const { pathname } = useLocation();
  const refusal = useRefusal(subscriptions.listSubscriptions);
  const { data } = useCall(subscriptions.listSubscriptions, {}, { enabled: refusal === undefined });
  const [dismissed, dismiss] = usePreference('subscription-dismissed', dismissal, '');
  const all = data?.items ?? [];
  const one = endingSubscription(all, now);
  // The subscription page shows this itself.
  if (!one || pathname === pathTo('subscription')) return null;
  const days = daysLeft(one, now) ?? 0;
  const today = `${one._id} ${days}`;
  if (dismissed === today) return null;
  return (
    <Box margin={{ bottom: 's' }}>
      <Alert
        type={typeFor(days)}
        dismissible
        dismissAriaLabel="Dismiss"
        onDismiss={() => dismiss(today)}
        action={<LinkButton to={pathTo('subscription')}>View subscription</LinkButton>}
      >
        {endText(one, all, now)}
      </Alert>
    </Box>
  );
};
