import { parseJson } from '#lib/kernel/parse-json.ts';
import * as z from 'zod';

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;
type Type = (typeof types)[number];

/** The supported subset of JSON Schema: keywords that check an answer, and descriptions. */
type Schema = {
  type?: Type | Type[] | undefined;
  enum?: (string | number | boolean | null)[] | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  additionalProperties?: boolean | undefined;
  items?: Schema | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  title?: string | undefined;
  description?: string | undefined;
};

const count = z.int().min(0).optional();

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.strictObject({
    type: z.union([z.enum(types), z.array(z.enum(types)).min(1)]).optional(),
    enum: z
      .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .min(1)
      .optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.boolean().optional(),
    items: schema.optional(),
    minItems: count,
    maxItems: count,
    minLength: count,
    maxLength: count,
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
  }),
);

const toZodObject = ({
  properties = {},
  required = [],
  additionalProperties: additional,
}: Schema) => {
  const requiredNames = new Set(required);
  const propertyTypes = Object.entries(properties).map(([name, one]) => {
    const value = toZodType(one);
    return [name, requiredNames.has(name) ? value : value.optional()] as const;
  });
  const undeclaredNames = required.filter((name) => !Object.hasOwn(properties, name));
  const shape = {
    ...Object.fromEntries(propertyTypes),
    ...Object.fromEntries(undeclaredNames.map(anyFieldEntry)),
  };
  return additional === false ? z.strictObject(shape) : z.looseObject(shape);
};

const anyFieldEntry = (name: string) => [name, z.json()] as const;

const maxNumber = Number.MAX_SAFE_INTEGER;

const zodTypes: Record<Type, (of: Schema) => z.ZodType> = {
  object: toZodObject,
  array: ({ items, minItems = 0, maxItems = maxNumber }) =>
    z
      .array(items ? toZodType(items) : z.json())
      .min(minItems)
      .max(maxItems),
  string: ({ minLength = 0, maxLength = maxNumber }) => z.string().min(minLength).max(maxLength),
  number: ({ minimum = -Infinity, maximum = Infinity }) => z.number().min(minimum).max(maximum),
  integer: ({ minimum = -maxNumber, maximum = maxNumber }) => z.int().min(minimum).max(maximum),
  boolean: () => z.boolean(),
  null: () => z.null(),
};

const toZodType = (of: Schema): z.ZodType => {
  if (of.enum) return z.literal(of.enum);
  if (of.type === undefined) return z.json();
  const all = [of.type].flat().map((type) => zodTypes[type](of));
  const [single] = all;
  return all.length === 1 && single ? single : z.union(all);
};

/** Parses an output schema; undefined if the text is not a valid one. */
export const parseOutputSchema = (text: string): Schema | undefined => {
  const { data } = schema.safeParse(parseJson(text));
  return data?.type === 'object' ? data : undefined;
};

/** The fields of an object schema; undefined if other fields are likely, or it is no object. */
export const namedFields = (of: Schema): string[] | undefined => {
  const { type, properties = {}, required = [], additionalProperties: additional } = of;
  const names = [...new Set([...Object.keys(properties), ...required])];
  // A model normally returns only the fields that it was given, unless it was given none.
  return type === 'object' && !of.enum && names.length > 0 && additional !== true
    ? names
    : undefined;
};

/** Turns an output schema into a zod schema for answers; or a sentence on why it is invalid. */
export const toOutputValidator = (text: string): z.ZodType | string => {
  const json = parseJson(text);
  if (typeof json !== 'object') return 'Enter a JSON schema, such as {"type": "object"}.';
  const { data, error } = schema.safeParse(json);
  if (data?.type === 'object') return toZodType(data);
  if (!error) return 'The schema must describe an object: "type": "object".';
  const [issue] = error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  return `This schema cannot be used${path === '' ? '' : `, at ${path}`}: ${issue?.message}`;
};
