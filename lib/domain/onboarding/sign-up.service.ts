import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { makeOrganisation } from './organisation.service.ts';
import type { SignUp } from './sign-up.schema.ts';

/** Somebody whose address is confirmed; `sub` is the id of their account in the user pool. */
export type SignedUp = SignUp & { sub: string };

/** The organisation of an account's sign-up: always the same one. */
export const tenantOfSignUp = (sub: string): string =>
  `org_${sha256(`sign-up\n${sub}`).slice(0, 32)}`;

/**
 * Makes the organisation that somebody signed up for, on trial and with them as its ROOT user, and
 * answers its id. It may be asked as often as needed: what is there already stays.
 */
export const foundOrganisation =
  (deps: { db: Database; clock: Clock }) =>
  async ({ sub, email, name, organisation }: SignedUp): Promise<string> => {
    const tenant_id = tenantOfSignUp(sub);
    const root = { email, name, sub };
    await makeOrganisation(deps, {
      tenant_id,
      name: organisation,
      root,
      subscription_type: 'trial',
    });
    return tenant_id;
  };
