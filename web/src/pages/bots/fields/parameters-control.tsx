import Box from '@cloudscape-design/components/box';
import * as z from 'zod';
import { isBlank } from '#lib/domain/actions/action-call.rules.ts';
import type { ActionView } from '#lib/domain/actions/action.schema.ts';
import type { ControlProps } from './control.ts';
import type { Control, Field } from './fields.ts';

type Parameter = ActionView['parameters_definition'][number];

const controls: Record<Parameter['type'], Control> = {
  text: 'expression',
  number: 'expression',
  long_text: 'textarea',
  list: 'texts',
};

const hintOf = ({ description, options, default: defaultValue }: Parameter): string =>
  [
    description,
    options && `One of ${options.join(', ')}.`,
    defaultValue !== undefined && `${defaultValue} unless given.`,
  ]
    .filter(Boolean)
    .join(' ');

const fieldOf = (one: Parameter): Field => ({
  name: one.name,
  title: one.label,
  description: hintOf(one),
  control: controls[one.type],
  optional: !one.required,
  fallback: undefined,
  options: [],
  // Whether it is required is checked below, with the messages of the check.
  schema: (one.type === 'list' ? z.array(z.string()) : z.string()).optional(),
});

/** The check's error for a parameter; the check reports all together, while the form shows each. */
const missingError = (
  parameters: readonly Parameter[],
  settings: Readonly<Record<string, unknown>>,
  name: string,
): string | undefined => {
  const one = parameters.find((parameter) => parameter.name === name);
  return one?.required && isBlank(settings[name]) ? `Enter ${one.label}.` : undefined;
};

const values = z.record(z.string(), z.unknown()).catch({});

/** The parameters of the chosen action, a field for each. */
export const ParametersControl = ({ value, onChange, context, Form, readOnly }: ControlProps) => {
  const { action } = context;
  if (!action) return <Box color="text-body-secondary">Choose an action first.</Box>;
  const { parameters_definition: parameters } = action;
  const fields = parameters.map(fieldOf);
  if (fields.length === 0) return <Box color="text-body-secondary">No parameters added</Box>;
  const settings = values.parse(value);
  return (
    <Form
      fields={fields}
      settings={settings}
      readOnly={readOnly}
      context={{ ...context, issueOf: (name) => missingError(parameters, settings, name) }}
      onChange={onChange}
    />
  );
};
