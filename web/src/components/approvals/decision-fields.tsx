import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Textarea from '@cloudscape-design/components/textarea';
import type { ApprovalAction } from '#lib/domain/approvals/approval.schema.ts';

type Decided = ApprovalAction['status'];

type DecidedProps = {
  /** `''` while nothing is chosen. */
  value: Decided | '';
  onChange: (value: Decided) => void;
  description?: string;
  error?: string | undefined;
};

/** Whether consent is given. */
export const DecidedField = ({ value, onChange, description, error }: DecidedProps) => (
  <FormField label="Decision" description={description} errorText={error}>
    <RadioGroup
      value={value || null}
      items={[
        { value: 'resolved', label: 'Approve' },
        { value: 'rejected', label: 'Reject' },
      ]}
      onChange={({ detail }) => onChange(detail.value === 'rejected' ? 'rejected' : 'resolved')}
    />
  </FormField>
);

type MessageProps = {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  description: string;
  error: string | undefined;
};

/** Why it was decided so. */
export const MessageField = ({ value, onChange, onBlur, description, error }: MessageProps) => (
  <FormField label="Message" description={description} errorText={error}>
    <Textarea
      rows={3}
      value={value}
      onChange={({ detail }) => onChange(detail.value)}
      onBlur={onBlur}
    />
  </FormField>
);
