import type { SelectProps } from '@cloudscape-design/components/select';
import type { Reference } from '../editor/references.ts';
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
  /** Values that an expression can read. */
  references: readonly Reference[];
  /** What is wrong with the expressions in a text; absent until they can be judged. */
  problemOf?: ((text: string) => string | undefined) | undefined;
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
