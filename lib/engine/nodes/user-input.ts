import * as z from 'zod';
import { drawnInput } from '#lib/domain/bots/nodes/user-input.schema.ts';
import {
  formInput,
  type FormInput,
  type UserInput,
} from '#lib/domain/user-inputs/user-input.schema.ts';
import {
  isEmptyValue,
  readValue,
  takesMany,
  valuesOf,
} from '#lib/domain/user-inputs/value.rules.ts';
import { emailAddress } from '#lib/kernel/email.ts';
import { matches, problemOfPattern } from '../pattern.ts';
import { flatList, listOf, problemWithMessage, problemWithPeople, textOf } from './asking.ts';
import { type Call, type Done, failed, type NodeRules, pretended } from './node.ts';

const mostBytes = 256 * 1024;
const mostOptions = 1000;
const longestTitle = 200;

/** What people are asked: a node's settings once their expressions are evaluated. */
export const userInputRequest = z.object({
  internal_name: z.string(),
  message: z.string(),
  input_for: z.array(emailAddress),
  inputs: z.array(formInput),
});
export type UserInputRequest = z.infer<typeof userInputRequest>;

/** An input whose expressions were evaluated: its texts may have become anything. */
const evaluatedInput = z.object({
  ...drawnInput.shape,
  label: z.unknown(),
  options: z.array(z.unknown()),
});

const booleans = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
]);

/** A default as the type of its input: it may have been typed as text, or be a list of one. */
const typedDefault = (input: Pick<FormInput, 'type' | 'advance'>, value: unknown): unknown => {
  if (isEmptyValue(input, value)) return undefined;
  if (takesMany(input)) return listOf(value);
  if (input.type === 'number') return typeof value === 'string' ? Number(value) : value;
  if (input.type === 'boolean') return booleans.get(value) ?? value;
  return input.type === 'json' ? value : textOf(value);
};

const inputOf = (drawn: z.output<typeof evaluatedInput>): FormInput => {
  const { id, type, required, advance } = drawn;
  const isMany = type === 'multiselect' && { multiselect: true };
  const shape = {
    type,
    advance: { value_validation: { ...advance?.value_validation, ...isMany } },
  };
  const default_value = typedDefault(shape, drawn.default_value);
  return {
    id,
    label: textOf(drawn.label),
    required,
    options: [...new Set(flatList(drawn.options).map(textOf))],
    ...shape,
    ...(default_value !== undefined && { default_value }),
  };
};

const problemWithInput = (input: FormInput): string | undefined => {
  const { label, type, options, default_value, advance } = input;
  if (label.trim() === '') return `The input ${input.id} has no label.`;
  if ((type === 'select' || type === 'multiselect') && options.length === 0) {
    return `"${label}" has nothing to choose from.`;
  }
  if (options.length > mostOptions) return `"${label}" has more than ${mostOptions} options.`;
  const { pattern } = advance.value_validation;
  const badPattern = pattern === undefined ? undefined : problemOfPattern(pattern);
  if (badPattern) return `"${label}": ${badPattern}`;
  const read = readValue({ ...input, required: false }, default_value, matches);
  return 'problem' in read ? `The default of "${label}" does not fit. ${read.problem}` : undefined;
};

const problemWithInputs = (inputs: FormInput[]): string | undefined => {
  const problem = inputs.map(problemWithInput).find((one) => one !== undefined);
  if (problem) return problem;
  return Buffer.byteLength(JSON.stringify(inputs)) > mostBytes
    ? 'The form holds too much. Offer fewer options, or shorter defaults.'
    : undefined;
};

/** The values that a form has where nobody changes anything. */
const defaultValues = (inputs: readonly FormInput[]): Record<string, unknown> =>
  valuesOf(
    inputs.map((input) => {
      const read = readValue({ ...input, required: false }, input.default_value, matches);
      return { ...input, value: 'value' in read ? read.value : undefined };
    }),
  );

const pretend = ({ input_for, inputs, message }: UserInputRequest): Done => {
  const whom = input_for.length > 0 ? input_for.join(', ') : 'everybody with the permission';
  const { output, ...done } = pretended(`ask ${whom} to fill in a form`);
  return { ...done, output: { ...Object(output), values: defaultValues(inputs), message } };
};

const begin = ({ node, settings, now }: Call) => {
  const drawn = z.array(evaluatedInput).safeParse(settings.inputs);
  if (!drawn.success) return failed('An expression in the inputs yields what does not fit there.');
  const inputs = drawn.data.map(inputOf);
  const input_for = flatList(settings.authorizers);
  const message = textOf(settings.message);
  const why =
    problemWithMessage(message) ??
    problemWithPeople(input_for, 'authorizer') ??
    problemWithInputs(inputs);
  if (why) return failed(why);
  const title = textOf(settings.internal_name).trim().slice(0, longestTitle);
  const internal_name = title === '' ? node.name : title;
  const input = userInputRequest.parse({ internal_name, message, input_for, inputs });
  const until = now + Number(settings.expires_in_minutes) * 60_000;
  return { type: 'wait' as const, kind: 'input' as const, until, input, pretend: pretend(input) };
};

const outcomeOf = (found: UserInput, name: string): Done => {
  const { status, message, resolver, inputs, withdrawn, expires_on } = found;
  if (status === 'RESOLVED') {
    return {
      type: 'done',
      output: { values: valuesOf(inputs), resolver, message },
      handle: 'next',
    };
  }
  const stopped = withdrawn
    ? `"${name}" was withdrawn.`
    : `"${name}" was not filled in before it expired, ${expires_on}.`;
  return { type: 'done', output: { values: {}, message }, handle: 'expired', stopped };
};

export const userInput: NodeRules = {
  begin,

  async resume({ node, userInput }) {
    const found = await userInput();
    return !found || found.status === 'PENDING' ? undefined : outcomeOf(found, node.name);
  },
};
