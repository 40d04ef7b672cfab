import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import {
  approvalAction,
  type ApprovalResource,
  type ApprovalView,
} from '#lib/domain/approvals/approval.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { approvals } from '#web/api/approvals.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { useZodForm, type ZodForm } from '#web/components/use-zod-form.ts';
import {
  type Decision,
  DecisionField,
  decisions,
  decisionVerbs,
  MessageField,
} from './decision-fields.tsx';

/** The id of the form's element in the page. */
export const actionFormId = 'take-action';

/** The form's own fields; the resources are selected in their table. */
const formFields = z.object({
  status: decisions,
  part: z.enum(['all', 'chosen'], 'Choose which resources.'),
  message: approvalAction.shape.message,
});

type Fields = z.output<typeof formFields>;
/** Nothing is preselected, so that nobody decides by mistake. */
type FormValues = Omit<Fields, 'status' | 'part'> & {
  status: Decision | '';
  part: Fields['part'] | '';
};
type ActionForm = ZodForm<FormValues, Fields>;

/**
 * The confirmation text. `count`: the number of resources decided on; undefined for all of them.
 */
const outcomeText = (status: Fields['status'], count: number | undefined): string => {
  if (count === undefined) {
    return status === 'resolved' ? 'You approved the request' : 'You rejected the request';
  }
  const resourceText = formatCount(count, 'resource');
  return status === 'resolved'
    ? `You approved ${resourceText}`
    : `You rejected ${resourceText}, and approved the others`;
};

type Props = {
  approval: ApprovalView;
  chosen: readonly ApprovalResource[];
  onDone: (decision: Decision) => void;
  /** The server rejected the decision for a reason that belongs to no field. */
  onRefused: (error: ApiError) => void;
  inPlace: boolean;
};

/** Fields that show their own errors. */
const shownFields = ['message', 'resource_ids'];

const noneChosen = 'Select resources in the table.';

const partTexts = {
  '': undefined,
  resolved: 'The bot acts on the selected ones and skips the others.',
  rejected: 'Rejects the selected resources and approves the others.',
};

const partOptions = ({ approval, chosen }: Props, status: FormValues['status']) => [
  { value: 'all', label: `All resources (${approval.resource_count})` },
  {
    value: 'chosen',
    label: `Selected resources only (${chosen.length})`,
    description: partTexts[status],
  },
];

const DecisionFields = ({ form, ...props }: Props & { form: ActionForm }) => {
  const { status } = form.values;
  return (
    <SpaceBetween size="l">
      <DecisionField
        value={status}
        errorText={form.errorOf('status')}
        onChange={(value) => form.set('status', value)}
      />
      {props.approval.resource_count > 0 && (
        <FormField
          label="Resources"
          errorText={form.errorOf('part') ?? form.errorOf('resource_ids')}
        >
          <RadioGroup
            value={form.values.part || null}
            items={partOptions(props, status)}
            onChange={({ detail }) =>
              form.set('part', detail.value === 'chosen' ? 'chosen' : 'all')
            }
          />
        </FormField>
      )}
      <MessageField
        value={form.values.message}
        description="Everyone involved will see this. At least 2 characters."
        errorText={form.errorOf('message')}
        onChange={(value) => form.set('message', value)}
        onBlur={() => form.touch('message')}
      />
    </SpaceBetween>
  );
};

/** The button's text, with the number of resources if it is not all of them. */
const buttonText = ({ status, part }: FormValues, selectedCount: number, all: number): string => {
  const isPart = part === 'chosen' && selectedCount > 0 && selectedCount < all;
  if (!isPart || status === '') return decisionVerbs[status];
  return status === 'resolved'
    ? `Approve ${selectedCount} of ${all}`
    : `Reject ${selectedCount}, approve ${all - selectedCount}`;
};

/** Approves or rejects all resources or some of them. */
export const ActionForm = (props: Props) => {
  const { approval, chosen, onDone, onRefused, inPlace } = props;
  const form: ActionForm = useZodForm<FormValues, Fields>(formFields, {
    status: '',
    // With one resource, or none, there is no choice.
    part: approval.resource_count > 1 ? '' : 'all',
    message: '',
  });
  const { fieldsRef, values } = form;
  const [previousCount, setPreviousCount] = useState(chosen.length);
  if (chosen.length !== previousCount) {
    setPreviousCount(chosen.length);
    // A user who selects resources means these: otherwise all would be decided on by mistake.
    if (previousCount === 0) form.set('part', 'chosen');
  }
  const { mutateAsync, isPending } = useAction(approvals.resolveApproval);
  const [isDecided, setDecided] = useState(false);
  const partMissing = values.part === 'chosen' && chosen.length === 0;
  const decide = ({ status, part, message }: Fields) => {
    const ids = chosen.map(({ id }) => id);
    const target = part === 'all' ? { all: true as const } : { resource_ids: ids };
    const handleSuccess = () => {
      setDecided(true);
      onDone(status);
      const isPart = part === 'chosen' && ids.length < approval.resource_count;
      flash.success(outcomeText(status, isPart ? ids.length : undefined));
    };
    const handleRefusal = (error: ApiError) => {
      form.refuse(error);
      if (!shownFields.some((name) => name === error.field)) onRefused(error);
    };
    // The run may continue, and unmount this form, before the response is received.
    const request = { approval_id: approval._id, status, message, ...target };
    return mutateAsync(request).then(handleSuccess, handleRefusal);
  };
  const body = (
    <div ref={fieldsRef} id={actionFormId}>
      <LeaveGuard dirty={(form.dirty || chosen.length > 0) && !isDecided} />
      <Form
        actions={
          <Button
            variant="primary"
            loading={isPending}
            disabled={partMissing}
            disabledReason={noneChosen}
            onClick={() => form.submit(decide)}
          >
            {buttonText(values, chosen.length, approval.resource_count)}
          </Button>
        }
      >
        <DecisionFields {...props} form={form} />
      </Form>
    </div>
  );
  if (inPlace) return body;
  return <Container header={<Header variant="h2">Take action</Header>}>{body}</Container>;
};
