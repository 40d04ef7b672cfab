import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { spentText } from '#web/components/chat/standing.ts';

const Ended = ({ thread }: { thread: ChatThread }) => {
  switch (thread.status) {
    case 'FAILED':
      return (
        <div className="chat-end-box">
          <Alert type="error" header="The agent failed">
            {thread.error ?? 'Its run shows why.'}
          </Alert>
        </div>
      );
    case 'CANCELLED':
      return <StatusIndicator type="stopped">The run ended before the agent did.</StatusIndicator>;
    default:
      return <StatusIndicator type="success">Session Completed</StatusIndicator>;
  }
};

/** Nobody writes to an agent that takes no messages. */
const ReadOnly = () => (
  <div className="chat-end-box">
    <Alert type="info" header="User Interaction Disabled">
      You can read along. This agent works by itself.
    </Alert>
  </div>
);

/** What stands below the messages: how the agent ended, or that nobody can write to it. */
export const ThreadEnd = ({ thread }: { thread: ChatThread }) => (
  <div className="chat-end">
    <div className="chat-column chat-end-parts">
      {thread.status !== 'ACTIVE' && <Ended thread={thread} />}
      {thread.status === 'ACTIVE' && !thread.agent_context_info.allow_user_interaction && (
        <ReadOnly />
      )}
      <Box variant="small" color="text-body-secondary">
        {spentText(thread)}
      </Box>
    </div>
  </div>
);
