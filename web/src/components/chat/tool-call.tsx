import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import { Folded } from './folded.tsx';
import { type Standing, standings } from './standing.ts';
import { WholeText } from './whole-text.tsx';

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

const Returned = ({ text }: { text: string }) => {
  if (text.trim() === '') return <Box color="text-body-secondary">No content available</Box>;
  const value = readJson(text);
  if (isEmpty(value)) return <Box color="text-body-secondary">No data</Box>;
  return <LazyJsonView value={value} what="result" />;
};

const standingOf = (answer: ChatMessage | undefined, isOver: boolean): Standing => {
  if (answer) return answer.is_error ? standings.FAILED : standings.COMPLETED;
  return isOver ? standings.CANCELLED : { type: 'in-progress', text: 'Running' };
};

type Props = {
  call: ChatMessage;
  /** What the tool returned; it runs until then. */
  answer: ChatMessage | undefined;
  /** The thread is over: what has not returned never will. */
  isOver: boolean;
};

/** A call of a tool, with its arguments and what it returned folded away. */
export const ToolCall = ({ call, answer, isOver }: Props) => {
  const { type, text } = standingOf(answer, isOver);
  const header = `${call.tool_name ?? 'Tool'}: ${text.toLowerCase()}`;
  return (
    <Folded header={<StatusIndicator type={type}>{header}</StatusIndicator>}>
      <SpaceBetween size="s">
        <div>
          <Box variant="awsui-key-label">Arguments</Box>
          {isEmpty(call.args_as_dict ?? null) ? (
            <Box color="text-body-secondary">No data</Box>
          ) : (
            <LazyJsonView value={call.args_as_dict} what="arguments" />
          )}
        </div>
        {answer && (
          <div>
            <Box variant="awsui-key-label">{answer.is_error ? 'Error' : 'Result'}</Box>
            <WholeText message={answer}>{(whole) => <Returned text={whole} />}</WholeText>
          </div>
        )}
      </SpaceBetween>
    </Folded>
  );
};
