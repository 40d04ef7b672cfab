import * as z from 'zod';
import { emailAddress } from '#lib/kernel/email.ts';
import { pageOf } from '#lib/kernel/page.ts';

/**
 * A user input that was withdrawn because its run has ended counts as expired; `withdrawn` tells
 * the two apart.
 */
export const userInputStatuses = ['PENDING', 'RESOLVED', 'EXPIRED'] as const;
export const userInputStatus = z.enum(userInputStatuses);
export type UserInputStatus = z.infer<typeof userInputStatus>;

export const inputTypes = [
  'text',
  'textarea',
  'number',
  'boolean',
  'select',
  'multiselect',
  'json',
  'date',
] as const;
export type InputType = (typeof inputTypes)[number];

/** Values are read as `values.<id>`, so an id must not be a special property name. */
export const inputId = z
  .string()
  .regex(
    /^(?!__proto__$)[A-Za-z][A-Za-z0-9_]{0,63}$/,
    'An ID is a letter, then letters, digits or _.',
  );

const length = z.number().int().min(0).max(10_000);

/**
 * What a value must satisfy besides its type: `min` and `max` bound numbers, the lengths bound
 * texts and the number of entries of a multiselect, and a text must match `pattern` as a whole
 * (RE2: linear, no look-around).
 */
export const valueValidation = z.strictObject({
  multiselect: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  min_length: length.optional(),
  max_length: length.optional(),
  pattern: z.string().min(1).max(200).optional(),
});
export type ValueValidation = z.infer<typeof valueValidation>;

/** One input of a form, as shown to users; `value` is present once the form is resolved. */
export const formInput = z.object({
  id: inputId,
  label: z.string(),
  type: z.enum(inputTypes),
  required: z.boolean(),
  default_value: z.unknown().optional(),
  options: z.array(z.string()),
  advance: z.object({ value_validation: valueValidation }),
  value: z.unknown().optional(),
});
export type FormInput = z.infer<typeof formInput>;

export const userInput = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  internal_name: z.string(),
  bot_id: z.string(),
  bot_name: z.string(),
  bot_exc_id: z.string(),
  /** The lane of the run that asks; `''` is the run itself. */
  lane: z.string(),
  /** The iteration of the loop in which it is asked. */
  loop_details: z.object({ loop_start: z.string(), current_iterator: z.number().int() }).optional(),
  node_id: z.string(),
  node_name: z.string(),
  status: userInputStatus,
  message: z.string(),
  /** E-mail addresses of the users who may fill it in; empty: all who hold the permission. */
  input_for: z.array(z.string()),
  /** The people who started the run. */
  requested_by: z.array(z.string()).default([]),
  /** A short text that says what started the run. */
  cause: z.string().optional(),
  inputs: z.array(formInput),
  resolver: z.object({ id: z.string(), name: z.string() }).optional(),
  created_at: z.string(),
  expires_on: z.string(),
  resolved_at: z.string().optional(),
  withdrawn: z.boolean().optional(),
  /** Present while pending: the key of the index of pending forms. */
  pending: z.string().optional(),
  /** Present until the run has been told that it is resolved. */
  outbox: z.string().optional(),
  /** Present until the people asked have been mailed. */
  untold: z.literal(true).optional(),
});
export type UserInput = z.infer<typeof userInput>;

/** The fields of a new user input: without everything that is added later. */
export type NewUserInput = Omit<
  UserInput,
  | 'tenant_id'
  | 'status'
  | 'resolver'
  | 'resolved_at'
  | 'withdrawn'
  | 'pending'
  | 'outbox'
  | 'untold'
>;

/** What lists show; `may_act` says whether the caller can submit, and `reason` why not. */
const userInputSummary = userInput
  .omit({ tenant_id: true, inputs: true, pending: true, outbox: true, untold: true })
  .extend({ may_act: z.boolean(), reason: z.string().optional() });
export type UserInputSummary = z.infer<typeof userInputSummary>;

export const userInputView = userInputSummary.extend({
  inputs: z.array(formInput),
  /** Set if the caller sees only the questions, without entered values and defaults. */
  withheld: z.literal(true).optional(),
});
export type UserInputView = z.infer<typeof userInputView>;

export const userInputPage = pageOf(userInputSummary);

/** `Self` stands for the caller. */
export const authorizerFilter = z.union([z.literal('Self'), emailAddress], 'Invalid email format');

/** A json input takes the value itself or its text. An omitted input gets its default. */
export const submittedValues = z.record(z.string().max(64), z.unknown());
