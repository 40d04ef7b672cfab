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

const hintOf = ({ description, options, default: usual }: Parameter): string =>
  [
    description,
    options && `One of ${options.join(', ')}.`,
    usual !== undefined && `${usual} unless given.`,
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
  // Whether it must be given is asked below, in the words of the check.
  schema: (one.type === 'list' ? z.array(z.string()) : z.string()).optional(),
});

/** What the check asks for; it names the parameters together, and each is asked for here. */
const missing = (
  parameters: readonly Parameter[],
  given: Readonly<Record<string, unknown>>,
  name: string,
): string | undefined => {
  const one = parameters.find((parameter) => parameter.name === name);
  return one?.required && isBlank(given[name]) ? `Enter ${one.label}.` : undefined;
};

const values = z.record(z.string(), z.unknown()).catch({});

/** The values that the chosen action is run with: a field for each of its parameters. */
export const ParametersControl = ({ value, onChange, context, Form, readOnly }: ControlProps) => {
  const { action } = context;
  if (!action) return <Box color="text-body-secondary">Choose an action first.</Box>;
  const { parameters_definition: parameters } = action;
  const fields = parameters.map(fieldOf);
  if (fields.length === 0) return <Box color="text-body-secondary">No parameters added</Box>;
  const given = values.parse(value);
  return (
    <Form
      fields={fields}
      settings={given}
      readOnly={readOnly}
      context={{ ...context, issueOf: (name) => missing(parameters, given, name) }}
      onChange={onChange}
    />
  );
};
