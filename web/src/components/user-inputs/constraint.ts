import type { FormInput } from '#lib/domain/user-inputs/user-input.schema.ts';
import { takesMany } from '#lib/domain/user-inputs/value.rules.ts';

const rangeText = (least: number | undefined, most: number | undefined, unit = '') => {
  if (least !== undefined && most !== undefined) return `From ${least} to ${most}${unit}.`;
  if (least !== undefined) return `At least ${least}${unit}.`;
  return most === undefined ? undefined : `At most ${most}${unit}.`;
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
