import type { SelectProps } from '@cloudscape-design/components/select';
import type { Field } from './fields.ts';

/** Choices that come from the server. */
export type Choices = {
  options: SelectProps.Option[];
  statusType: 'pending' | 'loading' | 'finished' | 'error';
  retry: () => void;
};

/** What the form knows besides the field itself. */
export type FieldContext = {
  listeners: Choices;
  /** Values that an expression can read: what it says, and what is inserted. */
  references: readonly { label: string; text: string }[];
};

export type ControlProps = {
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  readOnly: boolean;
  context: FieldContext;
};

/** A value as the text of an input. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
