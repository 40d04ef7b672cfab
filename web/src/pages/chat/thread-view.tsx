import Alert from '@cloudscape-design/components/alert';
import Spinner from '@cloudscape-design/components/spinner';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { MessageList } from '#web/components/chat/message-list.tsx';
import { useMessages } from '#web/components/chat/use-messages.ts';
import { Empty } from '#web/components/empty.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { ThreadEnd } from './thread-end.tsx';
import { ThreadScroll } from './thread-scroll.tsx';

type MessagesProps = {
  thread: ChatThread;
  messages: readonly ChatMessage[];
  older: Pick<ReturnType<typeof useMessages>, 'olderFailed' | 'isLoadingOlder'>;
};

const Messages = ({ thread, messages, older }: MessagesProps) => {
  const isOver = thread.status !== 'ACTIVE';
  const hasAnswered = messages.at(-1)?.final_response ?? false;
  return (
    <SpaceBetween size="m">
      {older.isLoadingOlder && (
        <Box textAlign="center" color="text-status-inactive">
          <Spinner /> Loading older messages
        </Box>
      )}
      {older.olderFailed && (
        <Alert type="error">Could not load older messages. Reload the page to try again.</Alert>
      )}
      {messages.length === 0 && isOver ? (
        <Empty title="No messages" text="The agent ended before it said anything." />
      ) : (
        <MessageList messages={messages} agent={thread.agent_name} isOver={isOver} />
      )}
      {!isOver && !hasAnswered && <StatusIndicator type="loading">Working</StatusIndicator>}
    </SpaceBetween>
  );
};

/** One conversation, from its end backwards. */
export const ThreadView = ({ thread }: { thread: ChatThread }) => {
  const { messages, error, refetch, hasOlder, loadOlder, ...older } = useMessages(
    thread._id,
    thread.status === 'ACTIVE',
  );
  if (!messages) {
    if (!error) return <Loading text="Loading messages" />;
    return <LoadFailed error={error} what="these messages" onRetry={refetch} />;
  }
  return (
    <>
      <ThreadScroll first={messages[0]?._id} hasOlder={hasOlder} onOlder={loadOlder}>
        <Messages {...{ thread, messages, older }} />
      </ThreadScroll>
      <ThreadEnd thread={thread} />
    </>
  );
};
