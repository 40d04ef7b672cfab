import type { FieldDefinition } from './form.schema.ts';

/** The values of a form, by field name. */
export type Values = Readonly<Record<string, string>>;

const ownValueOf = (values: Values, name: string): string =>
  Object.hasOwn(values, name) ? (values[name] ?? '') : '';

/**
 * The value of a field, or its default if nothing was entered. Surrounding spaces are removed,
 * except from passwords.
 */
export const valueOf = (field: FieldDefinition, values: Values): string => {
  const { name, type, default: defaultValue = '' } = field;
  const value = ownValueOf(values, name);
  if (value.trim() === '') return defaultValue;
  return type === 'password' ? value : value.trim();
};

export const isSecret = ({ type, secret }: FieldDefinition): boolean =>
  type === 'password' || secret === true;

/** Every field of a form, including those of all options. */
export const allFields = (form: readonly FieldDefinition[]): FieldDefinition[] =>
  form.flatMap((field) => [
    field,
    ...(field.options ?? []).flatMap(({ children = [] }) => allFields(children)),
  ]);

/** The fields that apply to the values: of options, only those of the chosen one. */
export const activeFields = (form: readonly FieldDefinition[], values: Values): FieldDefinition[] =>
  form.flatMap((field) => {
    const chosen = field.options?.find(({ value }) => value === valueOf(field, values));
    return [field, ...activeFields(chosen?.children ?? [], values)];
  });

/** The first of the names whose field a setup fills in, so that no user may enter it. */
export const findFixedName = (
  form: readonly FieldDefinition[],
  names: readonly string[],
): string | undefined => form.find(({ name, fixed }) => fixed && names.includes(name))?.name;

/** The first of the names that is not a field of the form. */
export const findUnknownName = (
  form: readonly FieldDefinition[],
  names: readonly string[],
): string | undefined => {
  const fieldNames = new Set(allFields(form).map(({ name }) => name));
  return names.find((name) => !fieldNames.has(name));
};

/** The values that an integration stores: those entered, or defaults, of the fields that apply. */
export const withDefaults = (
  form: readonly FieldDefinition[],
  values: Values,
): Record<string, string> =>
  Object.fromEntries(
    activeFields(form, values)
      .map((field) => [field.name, valueOf(field, values)] as const)
      .filter(([, value]) => value !== ''),
  );

/** The integrations that the values refer to. */
export const referencesIn = (
  { form }: { form: readonly FieldDefinition[] },
  values: Values,
): { id: string; field: FieldDefinition }[] =>
  activeFields(form, values)
    .filter(({ type }) => type === 'integration')
    .map((field) => ({ id: valueOf(field, values), field }))
    .filter(({ id }) => id !== '');
