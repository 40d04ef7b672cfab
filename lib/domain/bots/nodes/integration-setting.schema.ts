import * as z from 'zod';

/**
 * The integration that a node uses. Expressions are not allowed, so no event can choose it.
 * Exported bots keep the type and leave out the id, which has no meaning in another organisation.
 */
export const integrationSetting = z.strictObject({
  type: z.string().regex(/^[a-z0-9_]{1,40}$/, 'Choose one of the integrations.'),
  id: z
    .string()
    .regex(/^int_[0-9a-f]{32,44}$/, 'Choose one of the integrations.')
    .optional(),
});
export type IntegrationSetting = z.output<typeof integrationSetting>;
