import type { IconProps } from '@cloudscape-design/components/icon';
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { NotificationKind } from '#lib/domain/notifications/notification.schema.ts';

type Look = { name: string; icon: IconProps.Name; status: StatusIndicatorProps.Type };

/** How each kind of notification is named, and shown in menus and tables. */
export const kindLooks: Record<NotificationKind, Look> = {
  approval: { name: 'Approval', icon: 'status-pending', status: 'pending' },
  user_input: { name: 'User input', icon: 'edit', status: 'info' },
  run_failed: { name: 'Failed run', icon: 'status-negative', status: 'error' },
};
