import type * as z from 'zod';
import type { Caller } from '#lib/kernel/caller.ts';
import type { integrationRequest } from './catalogue.schema.ts';

type Request = z.output<typeof integrationRequest>;

/** The mail that requests a new type of integration. */
export const requestMail = (
  { email, subject, description }: Request,
  name: string,
  caller: Pick<Caller, 'user_id' | 'tenant_id'>,
  support: string,
) => ({
  to: [support],
  subject: `Integration request, ${name}: ${subject}`.slice(0, 200),
  text: [
    `${caller.user_id} of ${caller.tenant_id} requests an integration with ${name}.`,
    `Reply to: ${email}`,
    '',
    description,
  ].join('\n'),
});
