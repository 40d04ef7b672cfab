import './chat.css';
import { memo, useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { isOpeningMessage } from '#lib/domain/chat/message.rules.ts';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { callKey, openQuestionMessage, questionIn } from '#lib/domain/chat/question.rules.ts';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { Bubble } from './bubble.tsx';
import { CollapsedSection } from './collapsed-section.tsx';
import { Question } from './question.tsx';
import { ToolCall } from './tool-call.tsx';
import { WholeText } from './whole-text.tsx';

/** A message; a long text is fetched when the user asks for it. */
const MessageText = ({ message }: { message: ChatMessage }) => {
  const [isWanted, setIsWanted] = useState(false);
  if (message.content === null && !isWanted) {
    return (
      <SpaceBetween size="xs">
        <Box color="text-body-secondary">This message is long.</Box>
        <Button onClick={() => setIsWanted(true)}>Show whole message</Button>
      </SpaceBetween>
    );
  }
  return <WholeText message={message}>{(text) => <RichText text={text} />}</WholeText>;
};

const instructionHeader = (message: ChatMessage): string => {
  if (!isOpeningMessage(message)) return 'Instructions to the agent';
  return message.message_type === 'user-prompt' ? 'Initial data' : 'Instructions';
};

/**
 * An instruction of the product to the agent: its first prompt, or what is wrong with its answer.
 */
const Instruction = ({ message }: { message: ChatMessage }) => {
  const header = instructionHeader(message);
  // Users of the self service portal see only that there was an instruction.
  if (message.withheld) return <Box color="text-body-secondary">{header}</Box>;
  return (
    <CollapsedSection header={header}>
      <WholeText message={message}>
        {(text) => (
          <div className="chat-told">
            <Box variant="pre">{text}</Box>
          </div>
        )}
      </WholeText>
    </CollapsedSection>
  );
};

type MessageProps = {
  message: ChatMessage;
  answer: ChatMessage | undefined;
  agent: string;
  isOver: boolean;
  /** The message is the question that the agent asks now. */
  isOpenQuestion: boolean;
};

const Message = memo(({ message, answer, agent, isOver, isOpenQuestion }: MessageProps) => {
  const { message_type, created_at, sent_by } = message;
  if (message_type === 'tool-call') {
    const question = questionIn(message);
    if (question === undefined) return <ToolCall call={message} {...{ answer, isOver }} />;
    return (
      <Question text={question} at={created_at} isOpen={isOpenQuestion} {...{ agent, answer }} />
    );
  }
  if (message_type === 'text') {
    return (
      <Bubble by="agent" name={agent} at={created_at}>
        {message.final_response && <Box variant="awsui-key-label">Answer</Box>}
        <MessageText message={message} />
        {message.cut && (
          <StatusIndicator type="warning">
            This answer was cut off: it reached the maximum length of an answer.
          </StatusIndicator>
        )}
      </Bubble>
    );
  }
  if (message_type === 'system-prompt' || isOpeningMessage(message))
    return <Instruction message={message} />;
  return (
    <Bubble by="person" name={sent_by ?? 'Person'} at={created_at}>
      <MessageText message={message} />
    </Bubble>
  );
});

type Props = {
  /** In chronological order. */
  messages: readonly ChatMessage[];
  /** The agent's name. */
  agent: string;
  isOver: boolean;
};

/** A conversation. The result of a tool is shown with its call. */
export const MessageList = ({ messages, agent, isOver }: Props) => {
  const toolReturns = messages.filter(({ message_type }) => message_type === 'tool-return');
  const answers = new Map(toolReturns.map((one) => [callKey(one), one]));
  const openQuestion = isOver ? undefined : openQuestionMessage(messages);
  const visibleMessages = messages.filter(({ message_type }) => message_type !== 'tool-return');
  return (
    <SpaceBetween size="m">
      {visibleMessages.map((message) => (
        <Message
          key={message._id}
          message={message}
          isOpenQuestion={message === openQuestion}
          answer={message.message_type === 'tool-call' ? answers.get(callKey(message)) : undefined}
          {...{ agent, isOver }}
        />
      ))}
    </SpaceBetween>
  );
};
