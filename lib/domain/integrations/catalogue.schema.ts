import * as z from 'zod';
import { plain } from '#lib/kernel/plain-text.ts';
import { categories } from './catalogue-entry.schema.ts';
import { fieldDefinition } from './form.schema.ts';
import { typeName } from './integration.schema.ts';

/** An entry of the catalogue as pages show it; how its calls are authorised stays here. */
export const catalogueEntry = z.object({
  name: z.string(),
  displayName: z.string(),
  category: z.enum(categories),
  description: z.string(),
  preview: z.boolean(),
  /** It can be requested, and not be connected yet. */
  local: z.boolean(),
  badge: z.object({ letters: z.string(), colour: z.string() }),
});
export type CatalogueEntry = z.infer<typeof catalogueEntry>;

export const integrationTypes = z.object({
  items: z.array(catalogueEntry),
  /** Why nothing can be requested here, where nobody receives requests. */
  no_requests: z.string().optional(),
});

export const integrationForm = z.object({
  formId: z.string(),
  label: z.string(),
  type: z.literal('form'),
  children: z.array(fieldDefinition),
  /** Why none of this type can be connected here, where the server itself lacks something. */
  hindrance: z.string().optional(),
  /** One account is connected by a link that opens the form of its stack, filled in. */
  launch_link: z.literal(true).optional(),
});

/** What the catalogue does not have at all, as somebody calls it. */
export const wantedName = z
  .string()
  .trim()
  .min(2, 'Write at least 2 characters.')
  .max(100, 'The name has at most 100 characters.')
  .regex(/^[^\p{Cc}\p{Cf}\u2028\u2029]*$/u, 'The name is one line.');

const requestFields = z.strictObject({
  email: z.email('The input is not valid E-mail!').max(254),
  subject: z
    .string('Please input your subject!')
    .trim()
    .min(1, 'Please input your subject!')
    .max(150, 'The subject has at most 150 characters.')
    .regex(/^[^\p{Cc}\p{Cf}\u2028\u2029]*$/u, 'The subject is one line.'),
  description: z
    .string('Please input your description!')
    .trim()
    .min(1, 'Please input your description!')
    .max(5000, 'The description has at most 5,000 characters.')
    .transform(plain),
  /** A type of the catalogue; or `wanted`. */
  integration_type: typeName.optional(),
  wanted: wantedName.optional(),
});

export const integrationRequest = requestFields.refine(
  ({ integration_type, wanted }) => (integration_type === undefined) !== (wanted === undefined),
  { error: 'Name a type of the catalogue, or what is wanted besides.', path: ['wanted'] },
);
