import * as z from 'zod';
import { emailAddress } from '#lib/kernel/email.ts';

/** A person of an organisation; `_id` is the e-mail address (spec 2 section 3). */
export const user = z.object({
  tenant_id: z.string(),
  _id: emailAddress,
  name: z.string(),
  userType: z.enum(['ROOT', 'SUBUSER', 'SP_USER']),
  readOnly: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type User = z.infer<typeof user>;

/** The signed-in person, as the console shows them. */
export const currentUser = user
  .omit({ created_at: true, updated_at: true })
  .extend({ organisation: z.string() });
export type CurrentUser = z.infer<typeof currentUser>;
