import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Textarea from '@cloudscape-design/components/textarea';
import * as z from 'zod';

/** What can be decided on an approval. */
export const decisions = z.enum(['resolved', 'rejected'], 'Choose Approve or Reject.');
export type Decision = z.output<typeof decisions>;

/** On the button that decides, by what is chosen. */
export const decisionVerbs = { '': 'Decide', resolved: 'Approve', rejected: 'Reject' } as const;

type DecisionProps = {
  /** `''` where nothing is chosen yet. */
  value: Decision | '';
  description?: string;
  errorText?: string | undefined;
  onChange: (value: Decision) => void;
};

export const DecisionField = ({ value, description, errorText, onChange }: DecisionProps) => (
  <FormField label="Decision" description={description} errorText={errorText}>
    <RadioGroup
      value={value || null}
      items={[
        { value: 'resolved', label: 'Approve' },
        { value: 'rejected', label: 'Reject' },
      ]}
      onChange={({ detail }) => onChange(decisions.parse(detail.value))}
    />
  </FormField>
);

type MessageProps = {
  value: string;
  description: string;
  errorText: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
};

/** Why it was decided so. */
export const MessageField = ({ value, onChange, onBlur, ...field }: MessageProps) => (
  <FormField label="Message" {...field}>
    <Textarea
      rows={3}
      value={value}
      onChange={({ detail }) => onChange(detail.value)}
      onBlur={onBlur}
    />
  </FormField>
);
