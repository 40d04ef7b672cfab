import * as z from 'zod';
import { inputDefinition } from '#lib/domain/bots/nodes/user-input.schema.ts';
import type { FormInput } from '#lib/domain/user-inputs/user-input.schema.ts';
import {
  isEmptyValue,
  readValue,
  takesMany,
  valuesOf,
} from '#lib/domain/user-inputs/value.rules.ts';
import { matches, problemOfPattern } from '../pattern.ts';
import { flatList, listOf, textOf } from './question-settings.ts';

const maxOptions = 1000;

/** An input whose expressions were evaluated, so that its texts may be any value. */
export const evaluatedInput = z.object({
  ...inputDefinition.shape,
  label: z.unknown().optional(),
  options: z.array(z.unknown()).default([]),
});

const booleans = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
]);

/** A default in the type of its input: it may have been entered as text, or be a single value. */
const typedDefault = (input: Pick<FormInput, 'type' | 'advance'>, value: unknown): unknown => {
  if (isEmptyValue(input, value)) return undefined;
  if (takesMany(input)) return listOf(value);
  if (input.type === 'number') return typeof value === 'string' ? Number(value) : value;
  if (input.type === 'boolean') return booleans.get(value) ?? value;
  return input.type === 'json' ? value : textOf(value);
};

/** The input as it is presented to people. */
export const formInputOf = (input: z.output<typeof evaluatedInput>): FormInput => {
  const { id, type, required, advance } = input;
  const multiselectField = type === 'multiselect' && { multiselect: true };
  const value_validation = { ...advance?.value_validation, ...multiselectField };
  const shape = { type, advance: { value_validation } };
  const default_value = typedDefault(shape, input.default_value);
  return {
    id,
    label: textOf(input.label),
    required,
    options: [...new Set(flatList(input.options).map(textOf))],
    ...shape,
    ...(default_value !== undefined && { default_value }),
  };
};

/** A sentence that says why people cannot be asked for this input; undefined where they can. */
export const problemWithInput = (input: FormInput): string | undefined => {
  const { label, type, options, default_value, advance } = input;
  if (label.trim() === '') return `The input ${input.id} has no label.`;
  if ((type === 'select' || type === 'multiselect') && options.length === 0) {
    return `"${label}" has nothing to choose from.`;
  }
  if (options.length > maxOptions) return `"${label}" has more than ${maxOptions} options.`;
  const { pattern } = advance.value_validation;
  const patternProblem = pattern === undefined ? undefined : problemOfPattern(pattern);
  if (patternProblem) return `"${label}": ${patternProblem}`;
  const result = readValue({ ...input, required: false }, default_value, matches);
  return 'problem' in result
    ? `The default of "${label}" is not valid. ${result.problem}`
    : undefined;
};

/** The values of a form in which nobody changes anything. */
export const defaultValues = (inputs: readonly FormInput[]): Record<string, unknown> =>
  valuesOf(
    inputs.map((input) => {
      const result = readValue({ ...input, required: false }, input.default_value, matches);
      return { ...input, value: 'value' in result ? result.value : undefined };
    }),
  );
