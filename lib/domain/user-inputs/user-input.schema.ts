import * as z from 'zod';
import { emailAddress } from '#lib/kernel/email.ts';
import { pageOf } from '#lib/kernel/page.ts';

/**
 * A question that was withdrawn because its run has ended counts as expired; `withdrawn` says why.
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

/** Inputs are read as `values.<id>`, so an id is no name that objects have a meaning for. */
export const inputId = z
  .string()
  .regex(
    /^(?!__proto__$)[A-Za-z][A-Za-z0-9_]{0,63}$/,
    'An id is a letter, then letters, digits, _.',
  );

const length = z.number().int().min(0).max(10_000);

/**
 * What a value must fulfil besides its type: `min` and `max` bound numbers, the lengths bound texts
 * and the entries of a multiselect, and a text must match `pattern` as a whole (RE2: linear, no
 * look-around).
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

/** One input of a form, as people see it; `value` is there once it is resolved. */
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
  /** Where a turn of a loop asks. */
  loop_details: z.object({ loop_start: z.string(), current_iterator: z.number().int() }).optional(),
  node_id: z.string(),
  node_name: z.string(),
  status: userInputStatus,
  message: z.string(),
  /** Who may fill it in, by e-mail address; empty: everybody who holds the permission. */
  input_for: z.array(z.string()),
  /** The people who made the run start. */
  requested_by: z.array(z.string()).default([]),
  /** What started the run, in a few words. */
  cause: z.string().optional(),
  inputs: z.array(formInput),
  resolver: z.object({ id: z.string(), name: z.string() }).optional(),
  created_at: z.string(),
  expires_on: z.string(),
  resolved_at: z.string().optional(),
  withdrawn: z.boolean().optional(),
  /** Present while pending: key of the index by what is still to be filled in. */
  pending: z.string().optional(),
  /** Present until the run was told that it is resolved. */
  outbox: z.string().optional(),
  /** Present until people were mailed. */
  untold: z.literal(true).optional(),
});
export type UserInput = z.infer<typeof userInput>;

/** What is asked when it is asked: everything that comes later is absent. */
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

/** What lists show; `may_act` and `reason` say whether the caller can submit, and why not. */
const userInputSummary = userInput
  .omit({ tenant_id: true, inputs: true, pending: true, outbox: true, untold: true })
  .extend({ may_act: z.boolean(), reason: z.string().optional() });
export type UserInputSummary = z.infer<typeof userInputSummary>;

export const userInputView = userInputSummary.extend({
  inputs: z.array(formInput),
  /** The caller sees what is asked: what was entered, and defaults, are not theirs to read. */
  withheld: z.literal(true).optional(),
});
export type UserInputView = z.infer<typeof userInputView>;

export const userInputPage = pageOf(userInputSummary);

/** `Self`: the caller. */
export const authorizerFilter = z.union([z.literal('Self'), emailAddress], 'Invalid email format');

/** A json input takes the value itself or its text. An input that is left out gets its default. */
export const submittedValues = z.record(z.string().max(64), z.unknown());
