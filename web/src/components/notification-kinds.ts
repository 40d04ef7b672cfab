import type { IconProps } from '@cloudscape-design/components/icon';
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { outcomeNames } from '#lib/domain/executions/outcome/outcome-text.rules.ts';
import type { DecisionKind } from '#lib/domain/executions/outcome/outcome.schema.ts';
import type {
  Notification,
  NotificationKind,
} from '#lib/domain/notifications/notification.schema.ts';
import { outcomeIndicators } from './run-state.tsx';

type KindLabel = { name: string; icon: IconProps.Name; status: StatusIndicatorProps.Type };

/** The name, icon and status of each kind of notification, for menus and tables. */
export const kindLabels: Record<NotificationKind, KindLabel> = {
  approval: { name: 'Approval', icon: 'status-pending', status: 'pending' },
  user_input: { name: 'User input', icon: 'edit', status: 'info' },
  agent_question: { name: 'Agent question', icon: 'contact', status: 'pending' },
  run_decided: { name: 'Decided run', icon: 'status-info', status: 'info' },
  run_failed: { name: 'Failed run', icon: 'status-negative', status: 'error' },
  integration_failed: { name: 'Failed integration', icon: 'status-negative', status: 'error' },
};

const decidedIcons: Record<DecisionKind, IconProps.Name> = {
  approved: 'status-positive',
  partly_approved: 'status-info',
  rejected: 'status-negative',
  expired: 'status-warning',
};

/** By the kind; a run with a decision by its outcome. */
export const notificationLabelOf = ({
  kind,
  outcome,
}: Pick<Notification, 'kind' | 'outcome'>): KindLabel =>
  outcome === undefined || outcome === 'failed'
    ? kindLabels[kind]
    : {
        name: outcomeNames[outcome],
        icon: decidedIcons[outcome],
        status: outcomeIndicators[outcome],
      };
