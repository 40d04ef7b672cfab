import type { Dashboard } from '../dashboards/dashboard.schema.ts';
import type { Integration } from '../integrations/integration.schema.ts';
import type { Subscription } from '../subscriptions/subscription.schema.ts';
import type { User } from '../users/user.schema.ts';
import {
  type Progress,
  type StepKey,
  stepKeys,
  type StepProgress,
  type StoredProgress,
} from './getting-started.schema.ts';

const cloudTypes = ['aws', 'gcp', 'azure'];
const communicationTypes = ['ms_teams', 'google_chat', 'aws_ses'];
const subscribedTypes = ['aws_marketplace_subscription', 'enterprise'];

type Connected = Pick<Integration, 'cspName'>;

export const isCloud = ({ cspName }: Connected): boolean => cloudTypes.includes(cspName);

export const isCommunication = ({ cspName }: Connected): boolean =>
  communicationTypes.includes(cspName);

export const isInvited = ({ userType }: Pick<User, 'userType'>): boolean => userType === 'SUBUSER';

/** A trial does not count as a subscription. */
export const isSubscribed = ({ subscription_type }: Pick<Subscription, 'subscription_type'>) =>
  subscribedTypes.includes(subscription_type);

export const hasOwnDashboard = (dashboards: readonly Dashboard[]): boolean => dashboards.length > 1;

/** A completed step counts as completed even if it was skipped. */
export const progressOf = (
  completed: Readonly<Record<StepKey, boolean>>,
  skipped: StoredProgress['skipped'],
): Progress => ({
  steps: stepKeys.map((key, at): StepProgress => {
    const fallback = skipped.includes(key) ? 'skipped' : 'unchecked';
    return { step: at + 1, key, status: completed[key] ? 'completed' : fallback };
  }),
  closed: false,
  shown: true,
});

/** Whether no step is left to do. */
export const isDone = ({ steps }: Pick<Progress, 'steps'>): boolean =>
  steps.every(({ status }) => status !== 'unchecked');
