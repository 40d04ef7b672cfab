import * as z from 'zod';
import type { FormInput, UserInputView } from '#lib/domain/user-inputs/user-input.schema.ts';
import { isEmptyValue, readValue, takesMany } from '#lib/domain/user-inputs/value.rules.ts';

/** The value of a control: for numbers, JSON and dates the typed text. */
export type Draft = string | boolean | string[];
export type Drafts = Record<string, Draft>;

const texts = z.array(z.string()).catch([]);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** A default may be JSON text already; a submitted value is the parsed JSON. */
const jsonText = (value: unknown, isDefault: boolean): string =>
  value === undefined || value === null || (isDefault && typeof value === 'string')
    ? textOf(value)
    : JSON.stringify(value, null, 2);

const draftOf = (input: FormInput, isResolved: boolean): Draft => {
  const value = isResolved ? input.value : input.default_value;
  if (takesMany(input)) return texts.parse(value);
  if (input.type === 'boolean') return value === true;
  return input.type === 'json' ? jsonText(value, !isResolved) : textOf(value);
};

/** The initial values of the controls: those of a resolved form, else the defaults. */
export const draftsOf = ({ status, inputs }: UserInputView): Drafts =>
  Object.fromEntries(inputs.map((input) => [input.id, draftOf(input, status === 'RESOLVED')]));

/** The value to submit. An empty one is sent too, as the server would otherwise use the default. */
const valueOf = ({ type }: FormInput, draft: Draft | undefined): unknown => {
  if (type === 'number' && typeof draft === 'string') return draft === '' ? '' : Number(draft);
  return type === 'json' && typeof draft === 'string' ? draft.trim() : draft;
};

/** Patterns use a linear-time engine that browsers lack: the server checks them. */
const matchesAnything = () => true;

/** What is wrong with a control's value, as far as the browser can check. */
export const problemOf = (input: FormInput, draft: Draft | undefined): string | undefined => {
  const result = readValue(input, valueOf(input, draft), matchesAnything);
  return 'problem' in result ? result.problem : undefined;
};

/** Whether a required value is missing. */
export const isMissing = (input: FormInput, draft: Draft | undefined): boolean =>
  input.required && input.type !== 'boolean' && isEmptyValue(input, valueOf(input, draft));

/**
 * The schema of a form: takes drafts, validates them like the server, and returns the values to
 * submit.
 */
export const submissionOf = (inputs: readonly FormInput[]) =>
  z.object({
    values: z
      .record(z.string(), z.custom<Draft>())
      .superRefine((drafts, context) => {
        for (const input of inputs) {
          const message = problemOf(input, drafts[input.id]);
          if (message) context.addIssue({ code: 'custom', path: [input.id], message });
        }
      })
      .transform((drafts): Record<string, unknown> =>
        Object.fromEntries(inputs.map((input) => [input.id, valueOf(input, drafts[input.id])])),
      ),
  });
