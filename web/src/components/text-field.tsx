import type { ReactNode } from 'react';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';

type Props = {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  error: string | undefined;
  description?: string;
  constraint?: string;
  readOnly?: boolean;
};

/** A labelled single-line input. */
export const TextField = (props: Props) => (
  <FormField
    label={props.label}
    description={props.description}
    constraintText={props.constraint}
    errorText={props.error}
  >
    <Input
      value={props.value}
      readOnly={props.readOnly ?? false}
      onChange={({ detail }) => props.onChange(detail.value)}
      onBlur={props.onBlur}
    />
  </FormField>
);

type RowInput = Pick<Props, 'value' | 'onChange' | 'onBlur'> & { label: string };

/** The control of one cell of an attribute editor. */
export const rowInput = ({ label, value, onChange, onBlur }: RowInput) => (
  <Input
    ariaLabel={label}
    value={value}
    onBlur={onBlur}
    onChange={({ detail }) => onChange(detail.value)}
  />
);
