import * as z from 'zod';

/** Formats of text fields; `value.rules.ts` describes each in a sentence. */
export const fieldRules = [
  /** A URL with any path and query. */
  'https_url',
  /** A URL that paths are appended to. */
  'base_url',
  /** One label of a host name, without a dot. */
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
  /** The JSON key file of a Google service account. */
  'google_key',
  /** One or more certificates of authorities, in PEM format. */
  'certificates',
  /** The ID of an AWS account. */
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

/** One field of a form; its options may have fields of their own. */
export type FieldDefinition = {
  name: string;
  label: string;
  /** `password` fields, and any field with `secret`, are sealed and returned as a mask. */
  type: FieldType;
  required: boolean;
  secret?: boolean;
  rule?: FieldRule;
  /** A setup fills it in: no user enters or changes it. */
  fixed?: true;
  /** For a field of type `integration`: the type of integration that it accepts. */
  of?: string;
  /** The options of a select, one of which is chosen. */
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

/** A field of an option; its own options have no further fields. */
const child = z.object({ ...plain, options: z.array(z.object(option)).optional() });

/** A field as the console receives it. */
export const fieldDefinition = z.object({
  ...plain,
  options: z.array(z.object({ ...option, children: z.array(child).optional() })).optional(),
});
