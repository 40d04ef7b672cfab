import * as z from 'zod';

/** What a field of a form holds besides being a text; `value.rules.ts` says each in a sentence. */
export const fieldRules = [
  /** An address with whatever path and query it has. */
  'https_url',
  /** An address that paths are put behind. */
  'base_url',
  /** One part of a host name, without a dot. */
  'host_label',
  'host_name',
  /** Hosts, one per line. */
  'hosts',
  'path',
  'port',
  'email',
  'uuid',
  'header_name',
  'parameter_name',
  /** A JSON object of header names and values. */
  'headers',
  /** The JSON file of a service account of Google. */
  'google_key',
  /** One or more certificates of authorities, as PEM. */
  'certificates',
  /** The number of an AWS account. */
  'aws_account',
  /** Models, one per line, with or without their prices. */
  'models',
  /** The name of a model: one of `models`, where the form lists some. */
  'model',
] as const;
export type FieldRule = (typeof fieldRules)[number];

export const fieldTypes = [
  'text',
  'password',
  'textarea',
  'select',
  'json',
  'checkbox',
  /** The id of an integration of the same organisation. */
  'integration',
] as const;
export type FieldType = (typeof fieldTypes)[number];

export type FieldOption = { value: string; label: string; children?: FieldDefinition[] };

/** One field of a form, with those that an option of it brings. */
export type FieldDefinition = {
  name: string;
  label: string;
  /** `password`, and any field with `secret`, is sealed, and answered as a mask. */
  type: FieldType;
  required: boolean;
  secret?: boolean;
  rule?: FieldRule;
  /** A setup makes it: nobody enters or changes it. */
  fixed?: true;
  /** Of a field of the type `integration`: the type of those that it takes. */
  of?: string;
  /** Of a select, which takes one of them. */
  options?: FieldOption[];
  default?: string;
  description?: string;
  placeholder?: string;
  tooltip?: string;
};

const plain = {
  name: z.string(),
  label: z.string(),
  type: z.enum(fieldTypes),
  required: z.boolean(),
  secret: z.boolean().optional(),
  rule: z.enum(fieldRules).optional(),
  fixed: z.literal(true).optional(),
  of: z.string().optional(),
  default: z.string().optional(),
  description: z.string().optional(),
  placeholder: z.string().optional(),
  tooltip: z.string().optional(),
};

const option = { value: z.string(), label: z.string() };

/** A field that an option brings; its own options bring no more. */
const child = z.object({ ...plain, options: z.array(z.object(option)).optional() });

/** A field as it is answered to the console, which draws it. */
export const fieldDefinition = z.object({
  ...plain,
  options: z.array(z.object({ ...option, children: z.array(child).optional() })).optional(),
});
