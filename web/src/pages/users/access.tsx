import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { UserView } from '#lib/domain/users/user.schema.ts';
import { accessName } from '#web/components/user-labels.ts';

/** Whether a user has read-only access; what they may do depends on their roles. */
export const Access = ({ user }: { user: UserView }) =>
  user.readOnly ? (
    <StatusIndicator type="info">{accessName(user)}</StatusIndicator>
  ) : (
    <>{accessName(user)}</>
  );
