import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { SignedUp } from '#lib/domain/onboarding/sign-up.service.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import { inTransaction } from '../ledger.ts';
import type { Accounts } from './accounts.ts';

/** How long (ms) a mailed code is valid and an unconfirmed account is kept. */
export const signUpLifetime = 24 * 3600_000;

export type NewSignUp = { username: string; name: string; password: string; organisation: string };

/** Users who have signed up but not confirmed their address yet. */
export type SignUps = {
  /**
   * Creates an account and returns its `sub`, replacing an unconfirmed one; undefined if the
   * address is taken.
   */
  begin(signUp: NewSignUp): string | undefined;
  waiting(username: string): SignedUp | undefined;
  /** Confirms the account, which from now on can sign in to the organisation. */
  confirm(person: SignedUp, tenantId: string): void;
};

const table = `create table if not exists identity_sign_ups (
  username text primary key references identity_users on delete cascade,
  organisation text not null, started_at integer not null
) strict`;

const row = z.object({
  sub: z.string(),
  email: z.string(),
  name: z.string(),
  organisation: z.string(),
});

export const openSignUps = (database: DatabaseSync, accounts: Accounts, clock: Clock): SignUps => {
  database.exec(table);
  const insert = database.prepare('insert into identity_sign_ups values (?, ?, ?)');
  const select = database.prepare(
    `select sub, username as email, name, organisation
     from identity_users join identity_sign_ups using (username) where username = ?`,
  );
  const removeOld = database.prepare(
    `delete from identity_users where username in
       (select username from identity_sign_ups where started_at <= ?)`,
  );
  // By `sub`, as meanwhile the address may have been freed and taken by somebody else.
  const confirm = database.prepare(
    `update identity_users set status = 'CONFIRMED', tenant_id = ?
     where sub = ? and status = 'UNCONFIRMED'`,
  );
  const deleteSignUp = database.prepare(
    `delete from identity_sign_ups where username in
       (select username from identity_users where sub = ?)`,
  );

  return {
    begin: ({ username, name, password, organisation }) =>
      inTransaction(database, () => {
        removeOld.run(clock() - signUpLifetime);
        accounts.removeUnconfirmed(username);
        const account = { username, name, password, tenant_id: '', status: 'UNCONFIRMED' as const };
        const sub = accounts.create(account);
        if (sub) insert.run(username, organisation, clock());
        return sub;
      }),
    waiting: (username) => {
      const found = select.get(username);
      return found && row.parse(found);
    },
    confirm: ({ sub }, tenantId) =>
      inTransaction(database, () => {
        confirm.run(tenantId, sub);
        deleteSignUp.run(sub);
      }),
  };
};
