import './chat.css';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { approvingResolutions } from '#lib/domain/approvals/approving-resolutions.rules.ts';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import { parseJsonOrText } from '#lib/kernel/parse-json.ts';
import { pathTo } from '#lib/pages.ts';
import { useApproval } from '#web/components/approvals/use-approval.ts';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import { Link } from '#web/components/link.tsx';
import { Time } from '#web/components/time.tsx';
import { CollapsedSection } from './collapsed-section.tsx';
import { type StatusLabel, threadStatusLabels } from './thread-status.ts';
import { WholeText } from './whole-text.tsx';

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

const ReturnedValue = ({ text }: { text: string }) => {
  if (text.trim() === '') return <Box color="text-body-secondary">No content available</Box>;
  const value = parseJsonOrText(text);
  if (isEmpty(value)) return <Box color="text-body-secondary">No data</Box>;
  return <LazyJsonView value={value} subject="result" />;
};

type Rejected = NonNullable<ChatMessage['rejection']>;

/** The state of a call without permission: an expired one was not rejected by anybody. */
const rejectionLabel = ({ by }: Rejected): StatusLabel =>
  by === undefined ? { type: 'warning', text: 'Expired' } : { type: 'stopped', text: 'Rejected' };

/** The state of a call that did not return before its thread ended. */
const unfinishedLabel = ({ approval_id, call_status }: ChatMessage): StatusLabel => {
  if (approval_id === undefined) return threadStatusLabels.CANCELLED;
  return call_status === 'running'
    ? { type: 'warning', text: 'May have been made' }
    : { type: 'stopped', text: 'Not made' };
};

const callStatusLabel = ({ call, answer, isOver }: Props): StatusLabel => {
  if (answer?.rejection) return rejectionLabel(answer.rejection);
  if (answer) return answer.is_error ? threadStatusLabels.FAILED : threadStatusLabels.COMPLETED;
  if (isOver) return unfinishedLabel(call);
  return call.approval_id === undefined || call.call_status === 'running'
    ? { type: 'in-progress', text: 'Running' }
    : { type: 'pending', text: 'Approval requested' };
};

/** Who rejected the call, and why. */
const rejectedText = ({ by, reason }: Rejected): string => {
  if (by === undefined) return 'Expired: nobody decided in time';
  return reason === undefined ? `Rejected by ${by}` : `Rejected by ${by}: ${reason}`;
};

/** The decision on a call, and its time. */
const DecisionLine = ({ text, at }: { text: string; at: string }) => (
  <div>
    <div className="chat-decided">{text}</div>
    <Box variant="small" color="text-body-secondary">
      <Time at={at} />
    </Box>
  </div>
);

const Rejection = ({ rejection }: { rejection: Rejected }) => (
  <Box padding={{ left: 'l' }}>
    <DecisionLine text={rejectedText(rejection)} at={rejection.at} />
  </Box>
);

const Result = ({ answer }: { answer: ChatMessage }) => (
  <div>
    <Box variant="awsui-key-label">{answer.is_error ? 'Error' : 'Result'}</Box>
    <WholeText message={answer}>{(text) => <ReturnedValue text={text} />}</WholeText>
  </div>
);

const Arguments = ({ call }: Pick<Props, 'call'>) => (
  <div>
    <Box variant="awsui-key-label">Arguments</Box>
    {isEmpty(call.args_as_dict ?? null) ? (
      <Box color="text-body-secondary">No data</Box>
    ) : (
      <LazyJsonView value={call.args_as_dict} subject="arguments" />
    )}
  </div>
);

type Props = {
  call: ChatMessage;
  /** The result of the tool; undefined while it runs. */
  answer: ChatMessage | undefined;
  /** The thread has ended: a call without a result will never get one. */
  isOver: boolean;
};

/**
 * Who approved the call, with a link to the approval for users who may read it: the approvers, and
 * the user who started the run.
 */
const Approval = ({ approval_id }: { approval_id: string }) => {
  const { data } = useApproval(approval_id);
  if (!data) return null;
  return (
    <SpaceBetween size="s">
      {approvingResolutions(data.resolutions).map(({ approver_name: by, message, resolved_at }) => (
        <DecisionLine key={by} text={`Approved by ${by}: ${message}`} at={resolved_at} />
      ))}
      <Link to={pathTo('approval', { approval_id })}>Open approval</Link>
    </SpaceBetween>
  );
};

/** The call, with its arguments and its result collapsed. */
const FoldedCall = (props: Props) => {
  const { call, answer } = props;
  const { type, text } = callStatusLabel(props);
  const headerText = `${call.tool_name ?? 'Tool'}: ${text.toLowerCase()}`;
  const header = <StatusIndicator type={type}>{headerText}</StatusIndicator>;
  // Users of the self service portal see no more of what a bot does by itself.
  if (call.withheld && call.approval_id === undefined) return header;
  return (
    <CollapsedSection header={header}>
      <SpaceBetween size="s">
        {call.approval_id !== undefined && <Approval approval_id={call.approval_id} />}
        {!call.withheld && <Arguments call={call} />}
        {answer && !answer.withheld && !answer.rejection && <Result answer={answer} />}
      </SpaceBetween>
    </CollapsedSection>
  );
};

/** A call of a tool; a rejection and its reason are visible without a click. */
export const ToolCall = (props: Props) => {
  const { rejection } = props.answer ?? {};
  return (
    <div>
      <FoldedCall {...props} />
      {rejection && <Rejection rejection={rejection} />}
    </div>
  );
};
