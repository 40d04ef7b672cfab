import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { UserView } from '#lib/domain/users/user.schema.ts';
import { accessName } from '#web/components/user-standing.ts';

/** Whether somebody may change anything at all. */
export const Access = ({ user }: { user: UserView }) => (
  <StatusIndicator type={user.readOnly ? 'info' : 'success'}>{accessName(user)}</StatusIndicator>
);
