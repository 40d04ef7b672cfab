import './chat.css';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { useApproval } from '#web/components/approvals/use-approval.ts';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import { Link } from '#web/components/link.tsx';
import { Time } from '#web/components/time.tsx';
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

const standingOf = ({ call, answer, isOver }: Props): Standing => {
  if (answer?.rejection) return { type: 'stopped', text: 'Rejected' };
  if (answer) return answer.is_error ? standings.FAILED : standings.COMPLETED;
  if (isOver) return standings.CANCELLED;
  return call.approval_id === undefined || call.call_status === 'running'
    ? { type: 'in-progress', text: 'Running' }
    : { type: 'pending', text: 'Approval requested' };
};

/** Who did not permit the call, and why. */
const rejectedText = ({ rejection }: ChatMessage): string => {
  const { by, reason } = rejection ?? {};
  const told = by === undefined ? 'Nobody approved it in time' : `Rejected by ${by}`;
  return reason === undefined ? told : `${told}: ${reason}`;
};

const Rejection = ({ answer }: { answer: ChatMessage }) =>
  answer.rejection ? (
    <Box padding={{ left: 'l' }}>
      <div className="chat-rejection">{rejectedText(answer)}</div>
      <Box variant="small" color="text-body-secondary">
        <Time at={answer.rejection.at} />
      </Box>
    </Box>
  ) : null;

const Result = ({ answer }: { answer: ChatMessage }) => (
  <div>
    <Box variant="awsui-key-label">{answer.is_error ? 'Error' : 'Result'}</Box>
    <WholeText message={answer}>{(whole) => <Returned text={whole} />}</WholeText>
  </div>
);

const Arguments = ({ call }: Pick<Props, 'call'>) => (
  <div>
    <Box variant="awsui-key-label">Arguments</Box>
    {isEmpty(call.args_as_dict ?? null) ? (
      <Box color="text-body-secondary">No data</Box>
    ) : (
      <LazyJsonView value={call.args_as_dict} what="arguments" />
    )}
  </div>
);

type Props = {
  call: ChatMessage;
  /** What the tool returned; it runs until then. */
  answer: ChatMessage | undefined;
  /** The thread is over: what has not returned never will. */
  isOver: boolean;
};

/** An approval is for those who are asked, and who made its run start: no page answers others. */
const ToApproval = ({ approval_id }: { approval_id: string }) => {
  const { data } = useApproval(approval_id);
  return data ? <Link to={pathTo('approval', { approval_id })}>Open approval</Link> : null;
};

/** The call, with its arguments and what it returned folded away. */
const FoldedCall = (props: Props) => {
  const { call, answer } = props;
  const { type, text } = standingOf(props);
  const told = `${call.tool_name ?? 'Tool'}: ${text.toLowerCase()}`;
  const header = <StatusIndicator type={type}>{told}</StatusIndicator>;
  // People of the portal see no more of what a bot does by itself.
  if (call.withheld && call.approval_id === undefined) return header;
  return (
    <Folded header={header}>
      <SpaceBetween size="s">
        {call.approval_id !== undefined && <ToApproval approval_id={call.approval_id} />}
        {!call.withheld && <Arguments call={call} />}
        {answer && !answer.withheld && !answer.rejection && <Result answer={answer} />}
      </SpaceBetween>
    </Folded>
  );
};

/** A call of a tool; that people did not permit it, and why, is read without a click. */
export const ToolCall = (props: Props) => (
  <div>
    <FoldedCall {...props} />
    {props.answer && <Rejection answer={props.answer} />}
  </div>
);
