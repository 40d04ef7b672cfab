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
  /** Hosts, one a line. */
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
] as const;
export type FieldRule = (typeof fieldRules)[number];

export type FieldOption = { value: string; label: string; children?: FieldDefinition[] };

/** One field of a form, with those that an option of it brings. */
export type FieldDefinition = {
  name: string;
  label: string;
  /** `password`, and any field with `secret`, is sealed, and answered as a mask. */
  type: 'text' | 'password' | 'textarea' | 'select' | 'json' | 'checkbox';
  required: boolean;
  secret?: boolean;
  rule?: FieldRule;
  /** Of a select, which takes one of them. */
  options?: FieldOption[];
  default?: string;
  description?: string;
  placeholder?: string;
  tooltip?: string;
};

/** The same as it is answered to the console, which draws it. */
export const fieldDefinition: z.ZodType<FieldDefinition> = z.lazy(() =>
  z.object({
    name: z.string(),
    label: z.string(),
    type: z.enum(['text', 'password', 'textarea', 'select', 'json', 'checkbox']),
    required: z.boolean(),
    secret: z.boolean().optional(),
    rule: z.enum(fieldRules).optional(),
    options: z
      .array(
        z.object({
          value: z.string(),
          label: z.string(),
          children: z.array(fieldDefinition).optional(),
        }),
      )
      .optional(),
    default: z.string().optional(),
    description: z.string().optional(),
    placeholder: z.string().optional(),
    tooltip: z.string().optional(),
  }),
);
