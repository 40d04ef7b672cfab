import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { Bubble } from './bubble.tsx';

type Props = {
  text: string;
  agent: string;
  at: string;
  answer: ChatMessage | undefined;
  /** The agent waits until somebody answers. */
  isOpen: boolean;
};

/** A question of an agent to people. Their answer follows as their own message. */
export const Question = ({ text, agent, at, answer, isOpen }: Props) => (
  <Bubble by="agent" name={agent} at={at}>
    <SpaceBetween size="xs">
      <Box variant="awsui-key-label">Question</Box>
      <RichText text={text} />
      {isOpen && <StatusIndicator type="pending">Waiting for an answer</StatusIndicator>}
      {answer?.is_error && <StatusIndicator type="stopped">Nobody answered</StatusIndicator>}
    </SpaceBetween>
  </Bubble>
);
