import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { approvalAction, type ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { flash } from '#web/app/flash.tsx';
import {
  DecisionField,
  decisions,
  MessageField,
} from '#web/components/approvals/decision-fields.tsx';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { useDirtyReport } from '#web/components/use-dirty-report.ts';
import { useZodForm, type ZodForm } from '#web/components/use-zod-form.ts';
import { ChosenList } from './chosen-list.tsx';
import { type BulkDecision, useBulkDecision } from './use-bulk-decision.ts';

const fields = z.object({ status: decisions, message: approvalAction.shape.message });

/** Nothing is preselected, so that many approvals are not decided by mistake. */
type Fields = { status: BulkDecision['status'] | ''; message: string };
type DecisionForm = ZodForm<Fields, BulkDecision>;

const outcomeText = (
  { status }: BulkDecision,
  decidedCount: number,
  totalCount: number,
): string => {
  const verb = status === 'resolved' ? 'approved' : 'rejected';
  const prefix = decidedCount === totalCount ? '' : `${decidedCount} of `;
  return `${prefix}${formatCount(totalCount, 'request')} ${verb}`;
};

const verbs = { '': 'Decide on', resolved: 'Approve', rejected: 'Reject' };

const DecisionFields = ({ form }: { form: DecisionForm }) => (
  <SpaceBetween size="l">
    <DecisionField
      value={form.values.status}
      description="Applies to all resources of each request."
      errorText={form.errorOf('status')}
      onChange={(value) => form.set('status', value)}
    />
    <MessageField
      value={form.values.message}
      description="Everyone involved in each request will see this. At least 2 characters."
      errorText={form.errorOf('message')}
      onChange={(value) => form.set('message', value)}
      onBlur={() => form.touch('message')}
    />
  </SpaceBetween>
);

type Props = {
  selectedApprovals: readonly ApprovalView[];
  onDecided: (ids: readonly string[]) => void;
  onClose: () => void;
  /** Reports whether closing the panel would lose unsaved changes. */
  onDirty: (dirty: boolean) => void;
};

/** One decision and one message for several approvals, and the result for each of them. */
export const BulkPanel = ({ selectedApprovals, onDecided, onClose, onDirty }: Props) => {
  const form: DecisionForm = useZodForm<Fields, BulkDecision>(fields, { status: '', message: '' });
  const { fieldsRef, values } = form;
  const { decide, remaining, progress, closed, isPending } = useBulkDecision(selectedApprovals);
  const [outcome, setOutcome] = useState<{ text: string; isComplete: boolean }>();
  const send = async (decision: BulkDecision) => {
    const decidedIds = await decide(decision);
    const text = outcomeText(decision, decidedIds.length, remaining.length);
    const isComplete = decidedIds.length === remaining.length;
    if (isComplete) flash.success(text);
    setOutcome({ text, isComplete });
    onDecided(decidedIds);
  };
  const isOver = remaining.length === 0 && !isPending;
  const isUnsaved = form.dirty && !isOver;
  // Closing the panel does not stop decisions in progress.
  useDirtyReport(onDirty, isUnsaved && !isPending);
  return (
    <SpaceBetween size="l">
      <LeaveGuard dirty={isUnsaved} byPath />
      {outcome && <Alert type={outcome.isComplete ? 'success' : 'warning'}>{outcome.text}</Alert>}
      <ChosenList selectedApprovals={selectedApprovals} progress={progress} closed={closed} />
      {isOver ? (
        <Button onClick={onClose}>Close</Button>
      ) : (
        <div ref={fieldsRef}>
          <Form
            actions={
              <Button
                variant="primary"
                loading={isPending}
                onClick={() => form.submit((decision) => void send(decision))}
              >
                {isPending
                  ? 'Deciding'
                  : `${verbs[values.status]} ${formatCount(remaining.length, 'approval')}`}
              </Button>
            }
          >
            <DecisionFields form={form} />
          </Form>
        </div>
      )}
    </SpaceBetween>
  );
};
