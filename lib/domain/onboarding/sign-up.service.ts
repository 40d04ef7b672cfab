import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { createOrganisation } from './organisation.service.ts';
import type { SignUp } from './sign-up.schema.ts';

/** A user whose address is confirmed; `sub` is the id of their account in the user pool. */
export type SignedUp = SignUp & { sub: string };

/** The organisation id for an account's sign-up: always the same one. */
export const tenantOfSignUp = (sub: string): string =>
  `org_${sha256(`sign-up\n${sub}`).slice(0, 32)}`;

/**
 * Creates the organisation of a sign-up, on trial and with that user as its ROOT user, and returns
 * its id. It can be repeated at any time: existing records stay.
 */
export const createFromSignUp =
  (deps: { db: Database; clock: Clock }) =>
  async ({ sub, email, name, organisation }: SignedUp): Promise<string> => {
    const tenant_id = tenantOfSignUp(sub);
    const root = { email, name, sub };
    await createOrganisation(deps, {
      tenant_id,
      name: organisation,
      root,
      subscription_type: 'trial',
    });
    return tenant_id;
  };
