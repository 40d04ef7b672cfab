import * as z from 'zod';
import { defaultsOf } from '#lib/domain/bots/settings.rules.ts';
import type { ControlProps, Settings } from './control.ts';
import { type Field, fieldsOf } from './fields.ts';
import { entriesOf, EntryList, shapeOf } from './rows.tsx';

const text = z.string().optional();

/** The field for a default value, by the type of its input. */
const defaults: Record<string, Pick<Field, 'control' | 'schema'>> = {
  textarea: { control: 'textarea', schema: text },
  number: { control: 'text', schema: z.union([z.number(), z.string()]).optional() },
  boolean: { control: 'select', schema: z.union([z.boolean(), z.string()]).optional() },
  multiselect: { control: 'texts', schema: z.array(z.string()).optional() },
  json: { control: 'textarea', schema: z.unknown() },
};

const yesOrNo = ['true', 'false'].map((value) => ({ value, label: value }));

/** The constraints that each type supports. */
const limits: Record<string, readonly string[]> = {
  text: ['min_length', 'max_length', 'pattern'],
  textarea: ['min_length', 'max_length', 'pattern'],
  number: ['min', 'max'],
  multiselect: ['min_length', 'max_length'],
};

const isChoice = (type: string): boolean => type === 'select' || type === 'multiselect';

/** The constraints in `advance.value_validation` for a type, as one group. */
const limitsField = (field: Field, type: string): Field[] => {
  const [inner] = fieldsOf(shapeOf(field), {});
  const names = limits[type];
  if (!inner || !names) return [];
  const all = Object.entries(shapeOf(inner));
  const shape = Object.fromEntries(all.filter(([name]) => names.includes(name)));
  const schema = z.object(shape).optional();
  return [{ ...inner, name: 'limits', title: 'Limits', optional: true, schema }];
};

const fieldsOfInput = (field: Field, input: Settings): Field[] => {
  const type = String(input['type']);
  return fieldsOf(shapeOf(field), input).flatMap((one): Field[] => {
    if (one.name === 'advance') return limitsField(one, type);
    if (one.name === 'options' && !isChoice(type)) return [];
    if (one.name === 'id') return [{ ...one, title: 'ID' }];
    if (one.name !== 'default_value') return [one];
    const defaultField = defaults[type] ?? { control: 'text', schema: text };
    return [{ ...one, ...defaultField, optional: true, options: yesOrNo }];
  });
};

const validation = z
  .object({ value_validation: z.unknown() })
  .catch({ value_validation: undefined });

/** The input with its constraints beside the other fields, as in the form. */
const flattenLimits = ({ advance, ...input }: Settings): Settings => {
  const { value_validation: bounds } = validation.parse(advance);
  return bounds === undefined ? input : { ...input, limits: bounds };
};

const nestLimits = ({ limits: bounds, ...input }: Settings): Settings =>
  bounds === undefined ? input : { ...input, advance: { value_validation: bounds } };

/** The default is removed when the type changes; a boolean's default is not a text. */
const normalizeDefault = (input: Settings, previous: Settings): Settings => {
  const { default_value: value, ...rest } = input;
  if (value === undefined || input['type'] !== previous['type']) return rest;
  const isYesOrNo = input['type'] === 'boolean' && typeof value === 'string';
  return { ...rest, default_value: isYesOrNo ? value === 'true' : value };
};

const freeId = (inputs: readonly Settings[]): string => {
  const takenIds = new Set(inputs.map(({ id }) => id));
  let number = inputs.length + 1;
  while (takenIds.has(`input_${number}`)) number += 1;
  return `input_${number}`;
};

const labelOf = ({ label }: Settings): string => (typeof label === 'string' ? label : '');

/** The inputs of a form for people. */
export const InputsControl = (props: ControlProps) => {
  const { field, value, onChange } = props;
  const shape = shapeOf(field);
  return (
    <EntryList
      {...props}
      noun="input"
      value={entriesOf(value).map(flattenLimits)}
      onChange={(inputs, changeKey) => onChange(entriesOf(inputs).map(nestLimits), changeKey)}
      titleOf={labelOf}
      newEntry={(inputs) => ({ id: freeId(inputs), label: '', ...defaultsOf(shape) })}
      fieldsOfEntry={(input) => fieldsOfInput(field, input)}
      normalizeEntry={normalizeDefault}
    />
  );
};
