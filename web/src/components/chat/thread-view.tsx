import { Suspense, useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import Spinner from '@cloudscape-design/components/spinner';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import {
  openApprovalIdIn,
  openQuestionMessage,
  unreadMessages,
} from '#lib/domain/chat/question.rules.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { useCurrentUser } from '#web/app/session.ts';
import { Bubble } from './bubble.tsx';
import { MessageList } from './message-list.tsx';
import { Retrying } from './retrying.tsx';
import { StreamedText } from './streamed.tsx';
import { useMessages } from './use-messages.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { ThreadEnd } from './thread-end.tsx';
import { marks, ThreadScroll } from './thread-scroll.tsx';
import type { ThreadDraft } from './use-drafts.ts';
import { type MessageComposer, useMessageComposer } from './use-message-composer.ts';

/** Few agents ask for approval, and the form's code is large. */
const LazyApprovalCard = lazyPart(async () => (await import('./approval-card.tsx')).ApprovalCard);

type ActivityProps = {
  messages: readonly ChatMessage[];
  retry: ChatThread['retry'];
  onDecided: (text: string) => void;
};

/** What the agent does after its last message; an open question shows that itself. */
const CurrentActivity = ({ messages, retry, onDecided }: ActivityProps) => {
  const approval_id = openApprovalIdIn(messages);
  if (approval_id !== undefined) {
    const approvers = messages.find((one) => one.approval_id === approval_id)?.approvers;
    return (
      <div key={approval_id} className={marks.asked}>
        <SpaceBetween size="s">
          <StatusIndicator type="pending">Waiting for approval</StatusIndicator>
          <Suspense fallback={<Loading text="Loading approval" />}>
            <LazyApprovalCard {...{ approval_id, approvers, onDecided }} />
          </Suspense>
        </SpaceBetween>
      </div>
    );
  }
  if (openQuestionMessage(messages) || messages.at(-1)?.final_response) return null;
  if (retry) return <Retrying retry={retry} />;
  return <StatusIndicator type="loading">Working</StatusIndicator>;
};

type Unread = Pick<MessagesProps, 'messages' | 'temporary'>;

/** The number of messages from people that stay unread while the agent waits for a decision. */
const unreadCount = ({ messages, temporary }: Unread): number =>
  openApprovalIdIn(messages) === undefined
    ? 0
    : unreadMessages(messages).length + (temporary ? 1 : 0);

const UnreadNotice = ({ count }: { count: number }) => (
  <Box variant="small" color="text-body-secondary" textAlign="right" display="block">
    The agent reads {count === 1 ? 'this message' : 'these messages'} after the decision.
  </Box>
);

type MessagesProps = {
  thread: ChatThread;
  messages: readonly ChatMessage[];
  older: Pick<ReturnType<typeof useMessages>, 'olderFailed' | 'isLoadingOlder' | 'retryOlder'>;
  /** The message that is being sent and not stored yet. */
  temporary: MessageComposer['temporary'];
} & Pick<ActivityProps, 'onDecided'>;

const Messages = ({ thread, messages, older, temporary, onDecided }: MessagesProps) => {
  const isOver = thread.status !== 'ACTIVE';
  const { data: user } = useCurrentUser();
  const unread = isOver ? 0 : unreadCount({ messages, temporary });
  return (
    <SpaceBetween size="m">
      {older.olderFailed && (
        <Alert
          type="error"
          action={
            <Button loading={older.isLoadingOlder} onClick={older.retryOlder}>
              Retry
            </Button>
          }
        >
          Could not load older messages.
        </Alert>
      )}
      {messages.length === 0 && isOver ? (
        <EmptyState title="No messages" text="The agent ended before it said anything." />
      ) : (
        <MessageList messages={messages} agent={thread.agent_name} isOver={isOver} />
      )}
      {!isOver && (
        <StreamedText chat_thread_id={thread._id} agent={thread.agent_name} messages={messages} />
      )}
      {temporary && (
        <div className={marks.sent}>
          <Bubble by="person" name={user?._id ?? 'You'} at={undefined}>
            <RichText text={temporary.content} />
          </Bubble>
        </div>
      )}
      {unread > 0 && <UnreadNotice count={unread} />}
      {!isOver && <CurrentActivity {...{ messages, onDecided }} retry={thread.retry} />}
    </SpaceBetween>
  );
};

/** Shown while there are no messages: loading, or an error. */
const NoMessages = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => (
  <div className="chat-scroll">
    {error ? (
      <LoadFailed error={error} subject="these messages" onRetry={onRetry} />
    ) : (
      <Loading text="Loading messages" />
    )}
  </div>
);

/** One conversation, loaded from its end backwards. */
export const ThreadView = ({ thread, drafting }: { thread: ChatThread; drafting: ThreadDraft }) => {
  const { messages, add, error, refetch, hasOlder, loadOlder, ...older } = useMessages(
    thread._id,
    thread.status === 'ACTIVE',
  );
  const messageThread = { chat_thread_id: thread._id, messages, onStored: add };
  const writing = useMessageComposer(messageThread, drafting);
  const { temporary } = writing;
  const [decisionText, onDecided] = useState('');
  return (
    <>
      {messages ? (
        <ThreadScroll
          first={messages[0]?._id}
          sent={temporary?.client_id}
          hasOlder={hasOlder}
          onOlder={loadOlder}
        >
          {older.isLoadingOlder && (
            <div className="chat-older">
              <Box textAlign="center" color="text-status-inactive">
                <Spinner /> Loading older messages
              </Box>
            </div>
          )}
          <Messages {...{ thread, messages, older, temporary, onDecided }} />
        </ThreadScroll>
      ) : (
        <NoMessages error={error} onRetry={refetch} />
      )}
      <LiveRegion hidden>{decisionText}</LiveRegion>
      <ThreadEnd {...{ thread, messages, writing }} />
    </>
  );
};
