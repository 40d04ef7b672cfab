import * as z from 'zod';
import { emailAddress } from '#lib/kernel/email.ts';

/** The user pool's attribute that carries the organisation from the form to its making. */
export const organisationAttribute = 'custom:organisation';

/** What somebody says who signs up for an organisation of their own. */
export const signUp = z.object({
  email: emailAddress,
  name: z
    .string('Enter your name.')
    .trim()
    .min(1, 'Enter your name.')
    .max(100, 'A name has at most 100 characters.'),
  organisation: z
    .string('Enter the name of your organisation.')
    .trim()
    .min(1, 'Enter the name of your organisation.')
    .max(100, 'The name of an organisation has at most 100 characters.'),
});
export type SignUp = z.infer<typeof signUp>;
