import * as z from 'zod';
import { activeFields, type Values } from '#lib/domain/integrations/form.rules.ts';
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
export type Entered = { alias: string; groups: string[]; values: Record<string, string> };
export type IntegrationForm = ZodForm<Entered, Entered>;

export type Definition = readonly FieldDefinition[];

/** What is left blank stays as it is stored. */
const withoutBlanks = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isKept(value)));

/** The API's rules with those of the type's form; how its calls are authorised the server knows. */
const schemaOf = (form: Definition, before: IntegrationView | undefined) =>
  z
    .object({
      alias: newIntegration.shape.alias,
      groups: before ? integrationChange.shape.groups.unwrap() : newIntegration.shape.groups,
      values: z.record(z.string(), z.string()),
    })
    .superRefine(
      ({ values }, context) => {
        const kept = new Set(Object.keys(before?.credentials ?? {}));
        const given = mergedValues(withoutBlanks(values), before?.values);
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

const initialOf = (before: IntegrationView | undefined): Entered => {
  const { alias = '', groups = [], values = {} } = before ?? {};
  return { alias, groups, values };
};

/** The form of a new integration, or of an existing one. */
export const useIntegrationForm = (form: Definition, before?: IntegrationView): IntegrationForm =>
  useZodForm(schemaOf(form, before), initialOf(before));

/** What goes to the server: of the options only what was chosen, and nothing that stays. */
export const sentValues = (
  form: Definition,
  values: Values,
  before: Values = {},
): Record<string, string> =>
  Object.fromEntries(
    activeFields(form, mergedValues(withoutBlanks(values), before)).flatMap(({ name }) => {
      const value = values[name];
      return value === undefined || isKept(value) || value === before[name]
        ? []
        : [[name, value]];
    }),
  );
