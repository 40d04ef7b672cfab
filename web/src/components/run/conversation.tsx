import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import type { ChatThread, ThreadStatus } from '#lib/domain/chat/thread.schema.ts';
import { chat } from '#web/api/chat.ts';
import { useCall } from '#web/api/use-call.ts';
import { dollars } from '#web/components/dollars.ts';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Markdown } from '#web/components/markdown.tsx';

/** Milliseconds between looks at an agent that works. */
const often = 1500;

/** More than the budgets of an agent allow. */
const all = { limit: 500, order: 'asc' as const };

type Standing = { type: StatusIndicatorProps.Type; text: string };

const standings: Record<ThreadStatus, Standing> = {
  ACTIVE: { type: 'in-progress', text: 'Working' },
  COMPLETED: { type: 'success', text: 'Completed' },
  FAILED: { type: 'error', text: 'Failed' },
  CANCELLED: { type: 'stopped', text: 'Stopped' },
};

const Spent = ({ thread: { spent, status, model } }: { thread: ChatThread }) => {
  const { type, text } = standings[status];
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
        { label: 'Cost of the model', value: spent.cost === undefined ? '-' : dollars(spent.cost) },
      ]}
    />
  );
};

/** What a tool answered: fetched where it is too long for the list. */
const Returned = ({ message: { _id, content } }: { message: ChatMessage }) => {
  const isLong = content === null;
  const { data, error, refetch } = useCall(
    chat.getChatMessage,
    { chat_message_id: _id },
    { enabled: isLong, lasting: true },
  );
  const text = content ?? data?.content;
  if (error) return <LoadFailed error={error} what="this answer" onRetry={refetch} />;
  if (text === undefined || text === null) return <Loading text="Loading the answer" />;
  return <LazyJsonView value={readJson(text)} what="answer" />;
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

type ToolProps = { call: ChatMessage; answer: ChatMessage | undefined; isOver: boolean };

const callStanding = (answer: ChatMessage | undefined, isOver: boolean): Standing => {
  if (answer) return answer.is_error ? standings.FAILED : standings.COMPLETED;
  return isOver ? standings.CANCELLED : { type: 'in-progress', text: 'Running' };
};

const ToolCall = ({ call, answer, isOver }: ToolProps) => {
  const { type, text } = callStanding(answer, isOver);
  return (
    <ExpandableSection headerText={`${call.tool_name ?? 'Tool'}: ${text.toLowerCase()}`}>
      <SpaceBetween size="s">
        <StatusIndicator type={type}>{text}</StatusIndicator>
        <Box variant="awsui-key-label">Arguments</Box>
        <LazyJsonView value={call.args_as_dict} what="arguments" />
        {answer && (
          <>
            <Box variant="awsui-key-label">{answer.is_error ? 'Error' : 'Result'}</Box>
            <Returned message={answer} />
          </>
        )}
      </SpaceBetween>
    </ExpandableSection>
  );
};

type MessageProps = { message: ChatMessage; answers: Answers; isOver: boolean };
type Answers = ReadonlyMap<string | undefined, ChatMessage>;

const Message = ({ message, answers, isOver }: MessageProps) => {
  const { message_type, content, tool_call_id, final_response } = message;
  switch (message_type) {
    case 'tool-return':
      return null;
    case 'tool-call':
      return <ToolCall call={message} answer={answers.get(tool_call_id)} isOver={isOver} />;
    case 'text':
      return (
        <div>
          {final_response && <Box variant="awsui-key-label">Answer</Box>}
          <Markdown text={content ?? ''} />
        </div>
      );
    default:
      return (
        <ExpandableSection
          headerText={message_type === 'system-prompt' ? 'Instructions' : 'Data it began with'}
        >
          <Box variant="pre">{content}</Box>
        </ExpandableSection>
      );
  }
};

const Messages = ({ thread }: { thread: ChatThread }) => {
  const isOver = thread.status !== 'ACTIVE';
  const asked = { chat_thread_id: thread._id, ...all };
  const { data, error, refetch } = useCall(chat.listChatMessages, asked, {
    poll: isOver ? false : often,
  });
  if (error) return <LoadFailed error={error} what="this conversation" onRetry={refetch} />;
  if (!data) return <Loading text="Loading the conversation" />;
  const answers = new Map(
    data.messages
      .filter(({ message_type }) => message_type === 'tool-return')
      .map((one) => [one.tool_call_id, one]),
  );
  return (
    <SpaceBetween size="s">
      {data.messages.map((message) => (
        <Message key={message._id} {...{ message, answers, isOver }} />
      ))}
    </SpaceBetween>
  );
};

type Props = { bot_exc_id: string; agent_node_id: string; lane: string; isOver: boolean };

/** What the agent of a node does and says, while it works and afterwards. */
export const Conversation = ({ bot_exc_id, agent_node_id, lane, isOver }: Props) => {
  const asked = { bot_exc_id, agent_node_id, ...(lane && { lane }), number_of_items: 1 };
  const { data, error, refetch } = useCall(chat.listChatThreads, asked, {
    poll: (page) => (isOver && page?.items[0]?.status !== 'ACTIVE' ? false : often),
  });
  if (error) return <LoadFailed error={error} what="this conversation" onRetry={refetch} />;
  const [thread] = data?.items ?? [];
  if (!thread) return null;
  return (
    <SpaceBetween size="m">
      <Spent thread={thread} />
      <Messages key={`${thread._id} ${thread.status}`} thread={thread} />
    </SpaceBetween>
  );
};
