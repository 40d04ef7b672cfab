import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { openQuestionMessage, unreadMessages } from '#lib/domain/chat/question.rules.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { integrations } from '#web/api/integrations.ts';
import { LinkButton } from '#web/components/link.tsx';
import { useChatCalls } from './chat-calls.ts';
import { LimitReached } from './limit-reached.tsx';
import { reachedLimit, spentText } from './thread-status.ts';
import { errorText } from '#web/api/api-error.ts';
import { useRefusal } from '#web/app/session.ts';
import { ErrorOccurred } from './error-occurred.tsx';
import { LazyThreadInput } from './lazy-thread-input.tsx';
import { Suggestions } from './suggestions.tsx';
import type { MessageComposer } from './use-message-composer.ts';

/** For users who may start runs: each agent handles only one conversation. */
const RunAgain = ({ to }: { to: string }) => {
  const refusal = useRefusal(useChatCalls().startRun);
  if (refusal !== undefined) return null;
  return <Box color="text-body-secondary">Run the bot again to {to}.</Box>;
};

/** Why the agent failed, with a link to its model's integration if that is the cause. */
const Failed = ({ thread: { error, failed_integration_id } }: { thread: ChatThread }) => {
  const refusal = useRefusal(integrations.getIntegration);
  const accountId = refusal === undefined ? failed_integration_id : undefined;
  return (
    <div className="chat-end-box">
      <Alert
        type="error"
        header="The agent failed"
        action={
          accountId !== undefined && (
            <LinkButton to={pathTo('integration', { accountId })}>Open integration</LinkButton>
          )
        }
      >
        {error ?? 'Its run shows why.'}
        <RunAgain to="try once more" />
      </Alert>
    </div>
  );
};

/** A warning that the last messages of people were not answered before the agent ended. */
const Unread = ({ messages }: { messages: readonly ChatMessage[] }) => {
  const { length: count } = unreadMessages(messages);
  if (count === 0) return null;
  const unreadText = count === 1 ? 'the last message' : `the last ${count} messages`;
  return (
    <StatusIndicator type="warning">
      {`The agent ended before it read ${unreadText}.`}
    </StatusIndicator>
  );
};

const Ended = ({ thread }: { thread: ChatThread }) => {
  const reached = reachedLimit(thread);
  if (reached) return <LimitReached {...{ thread, reached }} />;
  switch (thread.status) {
    case 'FAILED':
      return <Failed thread={thread} />;
    case 'CANCELLED':
      return (
        <StatusIndicator type="stopped">
          Stopped. {thread.error ?? 'The run ended first.'}
        </StatusIndicator>
      );
    default:
      return (
        <>
          <StatusIndicator type="success">Session Completed</StatusIndicator>
          {thread.agent_context_info.allow_user_interaction && (
            <RunAgain to="ask for something else" />
          )}
        </>
      );
  }
};

/** Shown instead of the input if the agent accepts no messages. */
const ReadOnly = () => (
  <div className="chat-end-box">
    <Alert type="info" header="User Interaction Disabled">
      You can read along. This agent works by itself.
    </Alert>
  </div>
);

type Props = {
  thread: ChatThread;
  /** Undefined until they are loaded. */
  messages: readonly ChatMessage[] | undefined;
  writing: MessageComposer;
};

/** Why nobody can write to the agent now. */
const closedReason = ({ thread, messages }: Pick<Props, 'thread' | 'messages'>) => {
  const hasAnswered = messages?.at(-1)?.final_response ?? false;
  if (thread.status !== 'ACTIVE' || hasAnswered) return 'This conversation has ended';
  return messages ? undefined : 'Loading messages';
};

/**
 * The input for a message to the agent, which may be waiting for one. For a completed thread it is
 * shown only with unsent text.
 */
const MessageInput = ({ thread, messages, writing }: Props) => {
  const { status, agent_name } = thread;
  const refusal = useRefusal(useChatCalls().sendChatMessage);
  if (status === 'COMPLETED' && writing.text === '') return null;
  const question = status === 'ACTIVE' ? openQuestionMessage(messages ?? []) : undefined;
  const waits = 'The agent is waiting for an answer.';
  const closed = closedReason({ thread, messages });
  return (
    <div className="chat-end-box">
      <SpaceBetween size="xs">
        {question && <StatusIndicator type="pending">{waits}</StatusIndicator>}
        {question?.suggestions && refusal === undefined && (
          <Suggestions
            suggestions={question.suggestions}
            messageCount={messages?.length ?? 0}
            onChoose={writing.send}
            isSending={writing.isSending}
          />
        )}
        <LazyThreadInput agent={agent_name} writing={writing} closed={closed} />
      </SpaceBetween>
    </div>
  );
};

/** Shown below the messages: the input for the next one, or how the agent ended. */
export const ThreadEnd = (props: Props) => {
  const { thread, messages = [], writing } = props;
  const isOver = thread.status !== 'ACTIVE';
  const mayWrite = thread.agent_context_info.allow_user_interaction;
  return (
    <div className="chat-end">
      <div className="chat-column chat-end-parts">
        {writing.error && (
          <div className="chat-end-box">
            <ErrorOccurred text={errorText(writing.error)} onDismiss={writing.dismiss} />
          </div>
        )}
        {isOver && <Unread messages={messages} />}
        {isOver && <Ended thread={thread} />}
        {mayWrite && <MessageInput {...props} />}
        {!mayWrite && !isOver && <ReadOnly />}
        {thread.spent && (
          <Box variant="small" color="text-body-secondary">
            {spentText(thread.spent)}
          </Box>
        )}
      </div>
    </div>
  );
};
