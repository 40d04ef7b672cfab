import * as z from 'zod';
import { emailAddress } from '#lib/kernel/email.ts';
import { displayName } from '#lib/kernel/display-text.ts';

/** The user pool attribute that holds the organisation's name from sign-up until its creation. */
export const organisationAttribute = 'custom:organisation';

/** What a person enters to sign up for an organisation of their own. */
export const signUp = z.object({
  email: emailAddress,
  name: displayName({ missing: 'Enter your name.', long: 'A name has at most 100 characters.' }),
  organisation: displayName({
    missing: 'Enter the name of your organisation.',
    long: 'The name of an organisation has at most 100 characters.',
  }),
});
export type SignUp = z.infer<typeof signUp>;
