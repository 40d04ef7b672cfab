import './approvals.css';
import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Textarea from '@cloudscape-design/components/textarea';
import * as z from 'zod';
import {
  approvalAction,
  type ApprovalStatus,
  type ApprovalView,
} from '#lib/domain/approvals/approval.schema.ts';
import { flash } from '#web/app/flash.tsx';
import { Link } from '#web/components/link.tsx';
import { turnText } from '#web/components/turn-text.ts';
import { useZodForm } from '#web/components/use-zod-form.ts';
import { Status } from './statuses.tsx';
import { useBulkDecision, type BulkDecision, type Progress } from './use-bulk-decision.ts';

const fields = z.object({
  status: z.enum(['resolved', 'rejected']),
  message: approvalAction.shape.message,
});

type StandingProps = { now: Progress | undefined; closed: ApprovalStatus | undefined };

const Standing = ({ now, closed }: StandingProps) => {
  if (!now) return closed ? <Status status={closed} /> : null;
  if (now.state === 'deciding') return <StatusIndicator type="loading">Deciding</StatusIndicator>;
  if (now.state === 'done') return <StatusIndicator type="success">Decided</StatusIndicator>;
  return <StatusIndicator type="error">{now.why}</StatusIndicator>;
};

type ListProps = {
  chosen: readonly ApprovalView[];
  progress: Readonly<Record<string, Progress>>;
  /** Those that others decided meanwhile, or that have ended otherwise. */
  closed: Readonly<Record<string, ApprovalStatus>>;
};

const aboutOf = ({ bot_name, loop_details, resource_count }: ApprovalView): string =>
  [bot_name, turnText(loop_details), `${resource_count} resource${resource_count === 1 ? '' : 's'}`]
    .filter(Boolean)
    .join(', ');

const ChosenList = ({ chosen, progress, closed }: ListProps) => (
  <ul className="approval-list" aria-live="polite">
    {chosen.map((one) => (
      <li key={one._id}>
        <Link to={`/approvals/view/${one._id}`}>{one.node_name}</Link>
        <Box color="text-body-secondary" fontSize="body-s">
          {aboutOf(one)}
        </Box>
        <Standing now={progress[one._id]} closed={closed[one._id]} />
      </li>
    ))}
  </ul>
);

const counted = (count: number) => `${count} approval${count === 1 ? '' : 's'}`;

const outcomeText = ({ status }: BulkDecision, decided: number, asked: number): string => {
  const verb = status === 'resolved' ? 'given' : 'refused';
  return `${decided === asked ? '' : `${decided} of `}${counted(asked)} ${verb}`;
};

type Props = {
  chosen: readonly ApprovalView[];
  onDecided: (ids: readonly string[]) => void;
};

/** One decision and one message for several approvals, and what it came to for each of them. */
export const BulkPanel = ({ chosen, onDecided }: Props) => {
  const form = useZodForm(fields, { status: 'resolved', message: '' });
  const { around, values } = form;
  const { decide, left, progress, closed, isPending } = useBulkDecision(chosen);
  const [partly, setPartly] = useState<string>();
  const send = async (decision: BulkDecision) => {
    const decided = await decide(decision);
    const outcome = outcomeText(decision, decided.length, left.length);
    const isWhole = decided.length === left.length;
    if (isWhole) flash.success(outcome);
    // The rest is said here, at each of them.
    setPartly(isWhole ? undefined : outcome);
    onDecided(decided);
  };
  const verb = values.status === 'resolved' ? 'Approve' : 'Reject';
  return (
    <div ref={around}>
      <Form
        actions={
          <Button
            variant="primary"
            loading={isPending}
            disabled={left.length === 0}
            disabledReason="All of them are decided."
            onClick={() => form.submit((decision) => void send(decision))}
          >
            {verb} {counted(left.length)}
          </Button>
        }
      >
        <SpaceBetween size="l">
          {partly !== undefined && <Alert type="warning">{partly}</Alert>}
          <ChosenList chosen={chosen} progress={progress} closed={closed} />
          <FormField label="Decision" description="On all resources of each.">
            <RadioGroup
              value={values.status}
              items={[
                { value: 'resolved', label: 'Approve' },
                { value: 'rejected', label: 'Reject' },
              ]}
              onChange={({ detail }) =>
                form.set('status', detail.value === 'rejected' ? 'rejected' : 'resolved')
              }
            />
          </FormField>
          <FormField
            label="Message"
            description="Tells everybody why, in each of them. At least 2 characters."
            errorText={form.errorOf('message')}
          >
            <Textarea
              rows={3}
              value={values.message}
              onChange={({ detail }) => form.set('message', detail.value)}
              onBlur={() => form.touch('message')}
            />
          </FormField>
        </SpaceBetween>
      </Form>
    </div>
  );
};
