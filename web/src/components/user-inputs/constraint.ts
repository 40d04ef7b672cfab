import type { FormInput } from '#lib/domain/user-inputs/user-input.schema.ts';
import { takesMany } from '#lib/domain/user-inputs/value.rules.ts';

const rangeText = (min: number | undefined, max: number | undefined, unit = '') => {
  if (min !== undefined && max !== undefined) return `From ${min} to ${max}${unit}.`;
  if (min !== undefined) return `At least ${min}${unit}.`;
  return max === undefined ? undefined : `At most ${max}${unit}.`;
};

/** The constraint on a value as text; undefined if any value of its type is valid. */
export const constraintOf = (input: FormInput): string | undefined => {
  const { min, max, min_length, max_length, pattern } = input.advance.value_validation;
  if (takesMany(input)) return rangeText(min_length, max_length, ' of them');
  if (input.type === 'number') return rangeText(min, max);
  if (input.type === 'json') return 'JSON, such as {"region": "eu-west-1"}.';
  if (input.type !== 'text' && input.type !== 'textarea') return undefined;
  const length = rangeText(min_length, max_length, ' characters');
  const form = pattern === undefined ? undefined : `Of the form ${pattern}`;
  return [length, form].filter(Boolean).join(' ') || undefined;
};
