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
import { isKept, mergedValues } from '#lib/domain/integrations/sealed-values.rules.ts';
import { problemsWithValues } from '#lib/domain/integrations/value.rules.ts';
import { useZodForm, type ZodForm } from '#web/components/use-zod-form.ts';

/** What is entered. Errors of `values` stand under the names of their fields. */
export type Entered = {
  alias: string;
  groups: string[];
  values: Record<string, string>;
  /** Stored fields that are to be empty: one that is left blank stays as it is. */
  removed: string[];
};
export type IntegrationForm = ZodForm<Entered, Entered>;

export type Definition = readonly FieldDefinition[];

/** What is left blank stays as it is stored, and what is removed is empty. */
const changesOf = ({ values, removed }: Pick<Entered, 'values' | 'removed'>): Values => ({
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => !isKept(value))),
  ...Object.fromEntries(removed.map((name) => [name, ''])),
});

/** Whether a field is stored, shown or as a secret of `kept`, that may as well be empty. */
export const isRemovable = (
  field: FieldDefinition,
  before: Values = {},
  kept: ReadonlySet<string> = new Set(),
): boolean =>
  !field.required &&
  field.default === undefined &&
  ['text', 'password', 'textarea', 'json'].includes(field.type) &&
  (isSecret(field) ? kept.has(field.name) : Object.hasOwn(before, field.name));

/** The API's rules with those of the type's form; how its calls are authorised the server knows. */
const schemaOf = (form: Definition, before: IntegrationView | undefined) =>
  z
    .object({
      alias: newIntegration.shape.alias,
      groups: before ? integrationChange.shape.groups.unwrap() : newIntegration.shape.groups,
      values: z.record(z.string(), z.string()),
      removed: z.array(z.string()),
    })
    .superRefine(
      (entered, context) => {
        const stored = Object.keys(before?.credentials ?? {});
        const kept = new Set(stored.filter((name) => !entered.removed.includes(name)));
        const given = mergedValues(changesOf(entered), before?.values);
        for (const { field, error } of problemsWithValues(
          { form, auth: { kind: 'none' } },
          given,
          kept,
        )) {
          context.addIssue({ code: 'custom', path: [field], message: error });
        }
      },
      // Beside whatever else is wrong: people hear of everything at once.
      { when: () => true },
    );

type Given = Partial<Pick<Entered, 'alias' | 'groups' | 'values'>>;

const initialOf = (before: IntegrationView | undefined, given: Given): Entered => {
  const { alias = '', groups = [], values = {} } = before ?? given;
  return { alias, groups, values, removed: [] };
};

/** The form of a new integration, with what is known of it, or of an existing one. */
export const useIntegrationForm = (
  form: Definition,
  before?: IntegrationView,
  given: Given = {},
): IntegrationForm => useZodForm(schemaOf(form, before), initialOf(before, given));

/** What goes to the server: of the options only what was chosen, and nothing that stays. */
export const sentValues = (
  form: Definition,
  entered: Pick<Entered, 'values' | 'removed'>,
  before: Values = {},
): Record<string, string> => {
  const changes = changesOf(entered);
  return Object.fromEntries(
    activeFields(form, mergedValues(changes, before)).flatMap((field) => {
      const { name } = field;
      const value = changes[name];
      // A blank secret stays: those that are removed are named.
      if (value === '' && isSecret(field)) return [];
      return value === undefined || value === before[name] ? [] : [[name, value]];
    }),
  );
};

/** The secrets that are to be stored no more. */
export const removedSecrets = (form: Definition, { removed }: Pick<Entered, 'removed'>): string[] =>
  allFields(form)
    .filter((field) => isSecret(field) && removed.includes(field.name))
    .map(({ name }) => name);
