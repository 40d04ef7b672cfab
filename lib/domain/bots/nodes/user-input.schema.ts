import * as z from 'zod';
import { inputId, inputTypes, valueValidation } from '../../user-inputs/user-input.schema.ts';
import { template } from './template.schema.ts';

type Bounds = z.output<typeof valueValidation>;

const hasInvertedBounds = ({ min, max, min_length, max_length }: Bounds): boolean =>
  (min ?? -Infinity) > (max ?? Infinity) || (min_length ?? 0) > (max_length ?? Infinity);

/** One input of the form; its options and default value may be expressions. */
export const inputDefinition = z
  .strictObject({
    id: inputId,
    label: template(200).trim().min(1, 'Give each input a label.'),
    type: z.enum(inputTypes).default('text'),
    required: z.boolean().default(false),
    default_value: z.unknown().optional(),
    options: z.array(template(1000)).max(200).default([]),
    advance: z.strictObject({ value_validation: valueValidation }).optional(),
  })
  .superRefine(({ label, type, options, advance }, context) => {
    const refuse = (field: string, problem: string) =>
      context.addIssue({ code: 'custom', path: [field], message: `"${label}": ${problem}` });
    const isChoice = type === 'select' || type === 'multiselect';
    if (isChoice && options.length === 0) refuse('options', 'Add at least one option.');
    if (hasInvertedBounds(advance?.value_validation ?? {})) {
      refuse('advance', 'The minimum is greater than the maximum.');
    }
  });
export type InputDefinition = z.output<typeof inputDefinition>;

const haveUniqueIds = (inputs: readonly InputDefinition[]): boolean =>
  new Set(inputs.map(({ id }) => id)).size === inputs.length;

export const userInputSettings = z.strictObject({
  internal_name: template(200).default('').meta({
    title: 'Title',
    description: 'The title in the inbox. If empty, the name of the node.',
  }),
  message: template().default('').meta({
    title: 'Message',
    description: 'What people are asked to fill in.',
    control: 'textarea',
  }),
  inputs: z
    .array(inputDefinition)
    .min(1, 'Add an input.')
    .max(50)
    .refine(haveUniqueIds, 'Two inputs have the same id.')
    .default([])
    .meta({
      title: 'Inputs',
      description: 'Later nodes read them as $nodes.<name>.values.<id>.',
      control: 'inputs',
    }),
  authorizers: z
    .array(z.string().trim().min(3).max(1000))
    .max(50)
    .default([])
    .meta({
      title: 'Authorizers',
      description:
        'E-mail addresses or expressions. If empty, everybody who may answer user inputs; the ' +
        'e-mail then goes to the person who started the run, or who created the bot.',
      control: 'texts',
    }),
  expires_in_minutes: z.number().int().min(1).max(43_200).default(1440).meta({
    title: 'Expires after',
    description: 'Minutes after which the run takes the output "expired".',
  }),
});
