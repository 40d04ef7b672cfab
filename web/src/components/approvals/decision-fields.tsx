import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Textarea from '@cloudscape-design/components/textarea';
import * as z from 'zod';

/** The possible decisions on an approval. */
export const decisions = z.enum(['resolved', 'rejected'], 'Choose Approve or Reject.');
export type Decision = z.output<typeof decisions>;

/** Text of the submit button, by the selected decision. */
export const decisionVerbs = { '': 'Decide', resolved: 'Approve', rejected: 'Reject' } as const;

type DecisionProps = {
  /** `''` if nothing is selected yet. */
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

/** The reason for the decision. */
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
