import * as z from 'zod';
import {
  activeFields,
  allFields,
  isSecret,
  type Values,
} from '#lib/domain/integrations/form.rules.ts';
import type { FieldDefinition } from '#lib/domain/integrations/form.schema.ts';
import {
  integrationChange,
  type IntegrationView,
  newIntegration,
} from '#lib/domain/integrations/integration.schema.ts';
import { isKept, mergeValues } from '#lib/domain/integrations/sealed-values.rules.ts';
import { problemsWithValues } from '#lib/domain/integrations/value.rules.ts';
import { useZodForm, type ZodForm } from '#web/components/use-zod-form.ts';

/** The form values. Errors of `values` have the names of their fields. */
export type IntegrationInput = {
  alias: string;
  groups: string[];
  values: Record<string, string>;
  /** Stored fields to clear: one that is merely left blank is kept. */
  removed: string[];
};
export type IntegrationForm = ZodForm<IntegrationInput, IntegrationInput>;

export type Definition = readonly FieldDefinition[];

/** The changed values: blank fields are kept as stored, removed ones are empty. */
const changesOf = ({ values, removed }: Pick<IntegrationInput, 'values' | 'removed'>): Values => ({
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => !isKept(value))),
  ...Object.fromEntries(removed.map((name) => [name, ''])),
});

/** Whether a field has a stored value, visible or a secret in `storedSecrets`, and is optional. */
export const isRemovable = (
  field: FieldDefinition,
  storedValues: Values = {},
  storedSecrets: ReadonlySet<string> = new Set(),
): boolean =>
  !field.required &&
  field.default === undefined &&
  ['text', 'password', 'textarea', 'json'].includes(field.type) &&
  (isSecret(field) ? storedSecrets.has(field.name) : Object.hasOwn(storedValues, field.name));

/**
 * The API's rules together with those of the type's form; the authorisation of its calls is known
 * to the server only.
 */
const schemaOf = (form: Definition, existingIntegration: IntegrationView | undefined) =>
  z
    .object({
      alias: newIntegration.shape.alias,
      groups: existingIntegration
        ? integrationChange.shape.groups.unwrap()
        : newIntegration.shape.groups,
      values: z.record(z.string(), z.string()),
      removed: z.array(z.string()),
    })
    .superRefine(
      (input, context) => {
        const stored = Object.keys(existingIntegration?.credentials ?? {});
        const keptSecrets = new Set(stored.filter((name) => !input.removed.includes(name)));
        const mergedValues = mergeValues(changesOf(input), existingIntegration?.values);
        for (const { field, error } of problemsWithValues(
          { form, auth: { kind: 'none' } },
          mergedValues,
          keptSecrets,
        )) {
          context.addIssue({ code: 'custom', path: [field], message: error });
        }
      },
      // Checked together with the other fields, so that all errors are shown at once.
      { when: () => true },
    );

type InitialInput = Partial<Pick<IntegrationInput, 'alias' | 'groups' | 'values'>>;

const initialOf = (
  existingIntegration: IntegrationView | undefined,
  initial: InitialInput,
): IntegrationInput => {
  const { alias = '', groups = [], values = {} } = existingIntegration ?? initial;
  return { alias, groups, values, removed: [] };
};

/** The form of a new integration, with initial values if given, or of an existing one. */
export const useIntegrationForm = (
  form: Definition,
  existingIntegration?: IntegrationView,
  initial: InitialInput = {},
): IntegrationForm =>
  useZodForm(schemaOf(form, existingIntegration), initialOf(existingIntegration, initial));

/** The values to send: only those of the chosen options, and only changed ones. */
export const sentValues = (
  form: Definition,
  input: Pick<IntegrationInput, 'values' | 'removed'>,
  storedValues: Values = {},
): Record<string, string> => {
  const changes = changesOf(input);
  return Object.fromEntries(
    activeFields(form, mergeValues(changes, storedValues)).flatMap((field) => {
      const { name } = field;
      const value = changes[name];
      // A blank secret is kept: removed ones are sent by name.
      if (value === '' && isSecret(field)) return [];
      return value === undefined || value === storedValues[name] ? [] : [[name, value]];
    }),
  );
};

/** The names of the secrets to delete. */
export const removedSecrets = (
  form: Definition,
  { removed }: Pick<IntegrationInput, 'removed'>,
): string[] =>
  allFields(form)
    .filter((field) => isSecret(field) && removed.includes(field.name))
    .map(({ name }) => name);
