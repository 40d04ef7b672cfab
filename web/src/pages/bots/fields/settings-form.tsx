import { useState, type ComponentType } from 'react';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Box from '@cloudscape-design/components/box';
import type { NodeKind } from '#lib/domain/bots/node.schema.ts';
import type { ControlProps, FieldContext } from './control.ts';
import { ExpressionControl } from './expression-control.tsx';
import { fieldError, fieldsOf, type Control, type Field } from './fields.ts';
import { HeadersControl, TextsControl } from './list-controls.tsx';
import {
  ListenerControl,
  SelectControl,
  TextareaControl,
  TextControl,
  ToggleControl,
} from './text-controls.tsx';

const controls: Record<Control, ComponentType<ControlProps>> = {
  text: TextControl,
  number: TextControl,
  select: SelectControl,
  toggle: ToggleControl,
  textarea: TextareaControl,
  expression: ExpressionControl,
  texts: TextsControl,
  headers: HeadersControl,
  listener: ListenerControl,
};

type Settings = Record<string, unknown>;

type Props = {
  kind: NodeKind;
  settings: Settings;
  readOnly: boolean;
  context: FieldContext;
  /** The settings after a change of the named field. */
  onChange: (settings: Settings, field: string) => void;
};

const withField = (settings: Settings, name: string, value: unknown): Settings => {
  const { [name]: _old, ...rest } = settings;
  return value === undefined ? rest : { ...rest, [name]: value };
};

/** Lists name the faulty entry themselves. */
const namesItself: readonly Control[] = ['texts', 'headers'];

const errorOf = (field: Field, value: unknown, { problemOf }: FieldContext) => {
  if (namesItself.includes(field.control)) return undefined;
  const error = fieldError(field, value);
  return error ?? (typeof value === 'string' ? problemOf?.(value) : undefined);
};

const SettingsField = ({ field, settings, onChange, ...rest }: Props & { field: Field }) => {
  const [left, setLeft] = useState(false);
  const value = settings[field.name];
  const ControlOfField = controls[field.control];
  const error = left ? errorOf(field, value, rest.context) : undefined;
  return (
    <div onBlur={() => setLeft(true)}>
      <FormField
        stretch
        label={field.optional ? `${field.title} - optional` : field.title}
        description={field.description}
        constraintText={field.constraint}
        errorText={error}
      >
        <ControlOfField
          {...rest}
          field={field}
          value={value}
          onChange={(next) => onChange(withField(settings, field.name, next), field.name)}
        />
      </FormField>
    </div>
  );
};

/** The form of a node, drawn from the schema of its kind alone. */
export const SettingsForm = (props: Props) => {
  const fields = fieldsOf(props.kind);
  if (fields.length === 0) {
    return <Box color="text-body-secondary">This kind of node has no settings.</Box>;
  }
  return (
    <SpaceBetween size="l">
      {fields.map((field) => (
        <SettingsField key={field.name} {...props} field={field} />
      ))}
    </SpaceBetween>
  );
};
