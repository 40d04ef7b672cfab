import * as z from 'zod';
import { jsonExcessReason } from '#lib/kernel/json.ts';
import { limits } from '#lib/kernel/limits.ts';
import { badRequest, type RefusalDetail } from '#lib/kernel/refusal.ts';
import type { FormInput, InputType, ValueValidation } from './user-input.schema.ts';

/** Whether a text as a whole matches a pattern; implemented by a linear-time engine. */
export type Matches = (pattern: string, text: string) => boolean;

type ValueResult = { value: unknown } | { problem: string };
type CheckedInput = FormInput & { bounds: ValueValidation };
type ValueCheck = (value: unknown, input: CheckedInput, matches: Matches) => string | undefined;

const maxTextLength = 10_000;

/** Whether an input takes several values: a multiselect, or a select with that setting. */
export const takesMany = ({ type, advance }: Pick<FormInput, 'type' | 'advance'>): boolean =>
  type === 'multiselect' || (type === 'select' && advance.value_validation.multiselect === true);

/** Whether a value is empty: null, undefined, '', or for a multiselect an empty list. */
export const isEmptyValue = (input: Pick<FormInput, 'type' | 'advance'>, value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (takesMany(input) && Array.isArray(value) && value.length === 0);

const textProblem: ValueCheck = (value, { bounds }, matches) => {
  if (typeof value !== 'string') return 'Enter text.';
  const { min_length = 0, max_length = maxTextLength, pattern } = bounds;
  if (value.length < min_length) return `Enter at least ${min_length} characters.`;
  if (value.length > max_length) return `Enter at most ${max_length} characters.`;
  return pattern === undefined || matches(pattern, value)
    ? undefined
    : `Enter text that matches ${pattern}`;
};

const numberProblem: ValueCheck = (value, { bounds: { min = -Infinity, max = Infinity } }) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'Enter a number.';
  if (value < min) return `Enter ${min} or more.`;
  return value > max ? `Enter ${max} or less.` : undefined;
};

const isOption = (value: unknown, { options }: CheckedInput): boolean =>
  typeof value === 'string' && options.includes(value);

const choiceProblem: ValueCheck = (value, input) =>
  isOption(value, input) ? undefined : 'Choose one of the options.';

const choicesProblem: ValueCheck = (value, input) => {
  if (!Array.isArray(value)) return 'Choose a list of options.';
  if (!value.every((one) => isOption(one, input))) return 'Choose among the options.';
  if (new Set(value).size < value.length) return 'Choose each option once.';
  const { min_length = 0, max_length = Infinity } = input.bounds;
  if (value.length < min_length) return `Choose at least ${min_length}.`;
  return value.length > max_length ? `Choose at most ${max_length}.` : undefined;
};

const jsonProblem = (value: unknown, depth: number = limits.jsonDepth): string | undefined => {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'A number in it is too large.';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === 0) return `It is nested deeper than ${limits.jsonDepth} levels.`;
  for (const item of Object.values(value)) {
    const problem = jsonProblem(item, depth - 1);
    if (problem) return problem;
  }
  return undefined;
};

const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const dateProblem: ValueCheck = (value) =>
  date.safeParse(value).success ? undefined : 'Enter a date: 2026-12-31.';

const valueChecks: Record<InputType, ValueCheck> = {
  text: textProblem,
  textarea: textProblem,
  number: numberProblem,
  boolean: (value) => (typeof value === 'boolean' ? undefined : 'Choose true or false.'),
  select: choiceProblem,
  multiselect: choicesProblem,
  json: (value) => jsonProblem(value),
  date: dateProblem,
};

const parseJson = (text: string): ValueResult => {
  const excess = jsonExcessReason(text);
  if (excess) return { problem: `This JSON ${excess}.` };
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return { problem: 'This is not valid JSON.' };
  }
};

/** The value of one input, or what is wrong with it; an empty input has no value. */
export const readValue = (input: FormInput, raw: unknown, matches: Matches): ValueResult => {
  if (isEmptyValue(input, raw)) {
    if (input.type === 'boolean') return { value: false };
    return input.required ? { problem: 'Fill this in.' } : { value: undefined };
  }
  const result = input.type === 'json' && typeof raw === 'string' ? parseJson(raw) : { value: raw };
  if ('problem' in result) return result;
  const judge = takesMany(input) ? choicesProblem : valueChecks[input.type];
  const judged = { ...input, bounds: input.advance.value_validation };
  const problem = judge(result.value, judged, matches);
  return problem === undefined ? result : { problem };
};

const maxProblemsShown = 50;

const unknownIds = (form: readonly FormInput[], values: Record<string, unknown>) => {
  const inputIds = new Set(form.map(({ id }) => id));
  return Object.keys(values).filter((id) => !inputIds.has(id));
};

/**
 * The form with the submitted values; an omitted input gets its default. Throws 400 with all causes
 * if a value is not valid.
 */
export const fillForm = (
  form: readonly FormInput[],
  values: Record<string, unknown>,
  matches: Matches,
): FormInput[] => {
  const problems: RefusalDetail[] = unknownIds(form, values).map((id) => ({
    msg: `This form has no input ${id}.`,
    loc: ['values', id],
  }));
  const filled = form.map((input) => {
    const { id, label, default_value } = input;
    const raw = Object.hasOwn(values, id) ? values[id] : default_value;
    const result = readValue(input, raw, matches);
    if ('value' in result) return { ...input, value: result.value };
    problems.push({ msg: `${label}: ${result.problem}`, loc: ['values', id] });
    return input;
  });
  const [first] = problems;
  if (!first) return filled;
  throw badRequest(first.msg, {
    field: String(first.loc[1]),
    detail: problems.slice(0, maxProblemsShown),
  });
};

/** The values by their inputs' ids; empty ones are left out. */
export const valuesOf = (form: readonly FormInput[]): Record<string, unknown> =>
  Object.fromEntries(
    form.filter(({ value }) => value !== undefined).map(({ id, value }) => [id, value]),
  );
