import type { FieldDefinition } from './form.schema.ts';

/** The values of a form by the names of its fields. */
export type Values = Readonly<Record<string, string>>;

const own = (values: Values, name: string): string =>
  Object.hasOwn(values, name) ? (values[name] ?? '') : '';

/** The value of a field; its default where nothing is entered. Blanks around a text are typos. */
export const valueOf = (field: FieldDefinition, values: Values): string => {
  const { name, type, default: usual = '' } = field;
  const value = own(values, name);
  if (value.trim() === '') return usual;
  return type === 'password' ? value : value.trim();
};

export const isSecret = ({ type, secret }: FieldDefinition): boolean =>
  type === 'password' || secret === true;

/** Every field of a form, those of all options among them. */
export const allFields = (form: readonly FieldDefinition[]): FieldDefinition[] =>
  form.flatMap((field) => [
    field,
    ...(field.options ?? []).flatMap(({ children = [] }) => allFields(children)),
  ]);

/** The fields that count for the values: of the options only those of the chosen one. */
export const activeFields = (
  form: readonly FieldDefinition[],
  values: Values,
): FieldDefinition[] =>
  form.flatMap((field) => {
    const chosen = field.options?.find(({ value }) => value === valueOf(field, values));
    return [field, ...activeFields(chosen?.children ?? [], values)];
  });

/** The first of the names that nobody enters: a setup makes what they stand for. */
export const fixedAmong = (
  form: readonly FieldDefinition[],
  names: readonly string[],
): string | undefined =>
  form.find(({ name, fixed }) => fixed && names.includes(name))?.name;

/** The first of the names that no field of a form has. */
export const unknownAmong = (
  form: readonly FieldDefinition[],
  names: readonly string[],
): string | undefined => {
  const known = new Set(allFields(form).map(({ name }) => name));
  return names.find((name) => !known.has(name));
};

/** What an integration keeps: the entered or usual values of the fields that count. */
export const withDefaults = (
  form: readonly FieldDefinition[],
  values: Values,
): Record<string, string> =>
  Object.fromEntries(
    activeFields(form, values)
      .map((field) => [field.name, valueOf(field, values)] as const)
      .filter(([, value]) => value !== ''),
  );

/** The integrations that the values of a form name. */
export const namedIn = (
  { form }: { form: readonly FieldDefinition[] },
  values: Values,
): { id: string; field: FieldDefinition }[] =>
  activeFields(form, values)
    .filter(({ type }) => type === 'integration')
    .map((field) => ({ id: valueOf(field, values), field }))
    .filter(({ id }) => id !== '');
