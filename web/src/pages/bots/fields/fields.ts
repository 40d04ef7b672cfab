import * as z from 'zod';
import { nodeSettings, type NodeKind } from '#lib/domain/bots/node.schema.ts';

const controls = [
  'text',
  'number',
  'select',
  'toggle',
  'textarea',
  'expression',
  'texts',
  'headers',
  'listener',
] as const;

export type Control = (typeof controls)[number];

/** One field of a node's form, read from the schema of its kind. */
export type Field = {
  name: string;
  title: string;
  description?: string | undefined;
  constraint?: string | undefined;
  placeholder?: string | undefined;
  control: Control;
  optional: boolean;
  options: readonly string[];
  schema: z.ZodType;
};

const fieldMeta = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  placeholder: z.string().optional(),
  control: z.enum(controls).optional(),
});

/** The schema below defaults and "may be absent". */
const core = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodOptional
    ? core(schema.def.innerType)
    : schema;

const controlOf = (schema: z.core.$ZodType): Control => {
  if (schema instanceof z.ZodEnum) return 'select';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'toggle';
  return 'text';
};

const decimal = (limit: number | null): string => (limit ?? 0).toLocaleString('en');

const constraintOf = (schema: z.core.$ZodType): string | undefined => {
  if (!(schema instanceof z.ZodNumber)) return undefined;
  return `A whole number from ${decimal(schema.minValue)} to ${decimal(schema.maxValue)}.`;
};

const fieldOf = (name: string, schema: z.ZodType): Field => {
  const { title = name, description, placeholder, control } = fieldMeta.parse(schema.meta() ?? {});
  const inner = core(schema);
  return {
    name,
    title,
    description,
    placeholder,
    constraint: constraintOf(inner),
    control: control ?? controlOf(inner),
    optional: schema instanceof z.ZodOptional,
    options: inner instanceof z.ZodEnum ? inner.options.map(String) : [],
    schema,
  };
};

/** The fields of a kind's form, in the order of its schema. */
export const fieldsOf = (kind: NodeKind): Field[] =>
  Object.entries<z.ZodType>(nodeSettings[kind].shape).map(([name, schema]) =>
    fieldOf(name, schema),
  );

/** What is wrong with a field's value, in its schema's words. */
export const fieldError = ({ schema }: Field, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

/**
 * The value of a typed text: a number where the field takes numbers and the text is one,
 * nothing where it is empty and may be absent or has a number for a default, else the text.
 */
export const readText = ({ schema, optional, control }: Field, text: string): unknown => {
  if (text.trim() === '') return optional || control === 'number' ? undefined : '';
  const number = Number(text);
  return control === 'number' || schema.safeParse(number).success ? number : text;
};

/** An option as people read it: `on_demand` is "On demand", `GET` stays. */
export const optionLabel = (option: string): string => {
  if (option === option.toUpperCase()) return option;
  const words = option.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
