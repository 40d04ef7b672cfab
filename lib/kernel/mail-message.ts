import * as z from 'zod';
import { emailAddress } from './email.ts';

/**
 * A plain text message. Headers cannot be injected: addresses and subject contain no control
 * characters.
 */
export const mailMessage = z.object({
  to: z.array(emailAddress).min(1).max(50),
  subject: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'A subject must be one line.'),
  text: z.string(),
});

export type MailMessage = z.output<typeof mailMessage>;
