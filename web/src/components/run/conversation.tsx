import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { chat } from '#web/api/chat.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { MessageList } from '#web/components/chat/message-list.tsx';
import { statusLabelOf } from '#web/components/chat/thread-status.ts';
import { StreamedText } from '#web/components/chat/streamed.tsx';
import { pollEvery, useMessages } from '#web/components/chat/use-messages.ts';
import { dollarText } from '#web/components/dollars.ts';
import { LinkButton } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';

const Spent = ({ thread }: { thread: ChatThread }) => {
  const { spent, model } = thread;
  const { type, text } = statusLabelOf(thread);
  if (!spent) return null;
  const suggestionTokens = spent.suggestion_tokens;
  const tokens = spent.input_tokens + spent.output_tokens;
  return (
    <KeyValuePairs
      columns={2}
      items={[
        { label: 'Agent', value: <StatusIndicator type={type}>{text}</StatusIndicator> },
        { label: 'Model', value: model ?? '-' },
        { label: 'Steps', value: spent.steps },
        { label: 'Tool calls', value: spent.tool_calls },
        { label: 'Tokens', value: tokens.toLocaleString('en') },
        ...(suggestionTokens === undefined
          ? []
          : [{ label: 'Tokens for suggestions', value: suggestionTokens.toLocaleString('en') }]),
        {
          label: 'Cost of the model',
          value: spent.cost === undefined ? '-' : dollarText(spent.cost),
        },
      ]}
    />
  );
};

const Messages = ({ thread: { _id, status, agent_name } }: { thread: ChatThread }) => {
  const isActive = status === 'ACTIVE';
  const { messages, error, refetch, ...older } = useMessages(_id, isActive);
  if (!messages) {
    if (!error) return <Loading text="Loading the conversation" />;
    return <LoadFailed error={error} subject="this conversation" onRetry={refetch} />;
  }
  return (
    <SpaceBetween size="s">
      {(older.hasOlder || older.olderFailed) && (
        <Button onClick={older.loadOlder} loading={older.isLoadingOlder}>
          Load older messages
        </Button>
      )}
      {older.olderFailed && (
        <Box color="text-status-error">Could not load older messages. Try again.</Box>
      )}
      <MessageList messages={messages} agent={agent_name} isOver={!isActive} />
      {isActive && <StreamedText chat_thread_id={_id} agent={agent_name} messages={messages} />}
    </SpaceBetween>
  );
};

type Props = { bot_exc_id: string; agent_node_id: string; lane: string; isOver: boolean };

/** The conversation of a node's agent, while it works and afterwards. */
export const Conversation = ({ bot_exc_id, agent_node_id, lane, isOver }: Props) => {
  const input = { bot_exc_id, agent_node_id, ...(lane && { lane }), number_of_items: 1 };
  const { answer, askAgain } = useRefetchableCall(chat.listChatThreads, input, {
    poll: (page) => (isOver && page?.items[0]?.status !== 'ACTIVE' ? false : pollEvery),
  });
  const { data, error, refetch } = answer;
  const [thread] = data?.items ?? [];
  const isSameNode = (run: string, node: string) => run === bot_exc_id && node === agent_node_id;
  useChannel('send_message', (frame) => {
    if (isSameNode(frame.bot_exc_id, frame.agent_node_id) && !frame.delta) askAgain();
  });
  useChannel('chat_thread_created', ({ chat_thread: newThread }) => {
    if (isSameNode(newThread.bot_exc_id, newThread.agent_node_id)) askAgain();
  });
  if (error) return <LoadFailed error={error} subject="this conversation" onRetry={refetch} />;
  if (!thread) return null;
  const { bot_id, _id } = thread;
  return (
    <SpaceBetween size="m">
      <Spent thread={thread} />
      <LinkButton to={pathTo('chat', { bot_id, bot_exc_id }, { thread: _id })} iconName="contact">
        Open chat
      </LinkButton>
      <Messages key={_id} thread={thread} />
    </SpaceBetween>
  );
};
