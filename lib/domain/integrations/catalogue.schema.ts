import * as z from 'zod';
import { toPlainText } from '#lib/kernel/plain-text.ts';
import { categories } from './catalogue-entry.schema.ts';
import { fieldDefinition } from './form.schema.ts';
import { typeName } from './integration.schema.ts';

/** An entry of the catalogue as pages show it, without its authentication. */
export const catalogueEntry = z.object({
  name: z.string(),
  displayName: z.string(),
  category: z.enum(categories),
  description: z.string(),
  preview: z.boolean(),
  /** It can be requested, but not be connected yet. */
  local: z.boolean(),
  badge: z.object({ letters: z.string(), colour: z.string() }),
});
export type CatalogueEntry = z.infer<typeof catalogueEntry>;

export const integrationTypes = z.object({
  items: z.array(catalogueEntry),
  /** Why no types can be requested here; set if nobody receives requests. */
  no_requests: z.string().optional(),
});

export const integrationForm = z.object({
  formId: z.string(),
  label: z.string(),
  type: z.literal('form'),
  children: z.array(fieldDefinition),
  /** Why no account of this type can be connected, if the server itself lacks something. */
  hindrance: z.string().optional(),
  /** A single account is connected through a link that opens its stack's form, filled in. */
  launch_link: z.literal(true).optional(),
});

/** The user's name for something that the catalogue does not contain. */
export const requestedName = z
  .string()
  .trim()
  .min(2, 'Write at least 2 characters.')
  .max(100, 'The name has at most 100 characters.')
  .regex(/^[^\p{Cc}\p{Cf}\u2028\u2029]*$/u, 'The name must be one line.');

const requestFields = z.strictObject({
  email: z.email('The input is not valid E-mail!').max(254),
  subject: z
    .string('Please input your subject!')
    .trim()
    .min(1, 'Please input your subject!')
    .max(150, 'The subject has at most 150 characters.')
    .regex(/^[^\p{Cc}\p{Cf}\u2028\u2029]*$/u, 'The subject must be one line.'),
  description: z
    .string('Please input your description!')
    .trim()
    .min(1, 'Please input your description!')
    .max(5000, 'The description has at most 5,000 characters.')
    .transform(toPlainText),
  /** A type of the catalogue; alternatively `wanted`. */
  integration_type: typeName.optional(),
  wanted: requestedName.optional(),
});

export const integrationRequest = requestFields.refine(
  ({ integration_type, wanted }) => (integration_type === undefined) !== (wanted === undefined),
  {
    error: 'Give either a type of the catalogue, or the name of the system that you need.',
    path: ['wanted'],
  },
);
