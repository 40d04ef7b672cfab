import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { openText, sealText } from '#lib/kernel/sealing.ts';
import type { Account } from './accounts.ts';

type Owner = Pick<Account, 'username' | 'sub'>;

const flag = z.number().transform((value) => value === 1);

const row = z.object({
  sealed_secret: z.string(),
  enabled: flag,
  preferred: flag,
});

/** An authenticator app that the account has proven to own. */
export type SoftwareToken = {
  secret: Uint8Array;
  /** Whether sign-in requires its code. */
  enabled: boolean;
  preferred: boolean;
};

export type SoftwareTokens = {
  of(owner: Owner): SoftwareToken | undefined;
  /** Replaces the previous app; whether sign-in requires a code is unchanged. `step` is used up. */
  keep(owner: Owner, secret: Uint8Array, step: number): void;
  /** Uses up the code of a step; false if this code or a later one was used before. */
  spend(owner: Owner, step: number): boolean;
  prefer(owner: Owner, setting: { enabled: boolean; preferred: boolean }): void;
  forget(owner: Owner): void;
};

const table = `create table if not exists identity_software_tokens (
  username text primary key references identity_users on delete cascade,
  sealed_secret text not null, last_step integer not null,
  enabled integer not null default 0, preferred integer not null default 0
) strict`;

/** Bound to the account, so that its row cannot be used for another account. */
const sealContextOf = ({ sub }: Owner): string => `software token ${sub}`;

/** The secrets are sealed with the key (32 bytes): reading the data folder yields no codes. */
export const openSoftwareTokens = (database: DatabaseSync, key: Uint8Array): SoftwareTokens => {
  database.exec(table);
  const select = database.prepare('select * from identity_software_tokens where username = ?');
  const upsert = database.prepare(
    `insert into identity_software_tokens (username, sealed_secret, last_step) values (?, ?, ?)
     on conflict do update set sealed_secret = excluded.sealed_secret,
       last_step = excluded.last_step`,
  );
  const spend = database.prepare(
    'update identity_software_tokens set last_step = ? where username = ? and last_step < ?',
  );
  const remove = database.prepare('delete from identity_software_tokens where username = ?');
  const prefer = database.prepare(
    'update identity_software_tokens set enabled = ?, preferred = ? where username = ?',
  );

  return {
    of: (owner) => {
      const found = select.get(owner.username);
      if (!found) return undefined;
      const { sealed_secret, ...setting } = row.parse(found);
      const secret = openText(key, sealContextOf(owner), sealed_secret);
      return { ...setting, secret: Buffer.from(secret, 'base64url') };
    },
    keep: (owner, secret, step) => {
      const text = Buffer.from(secret).toString('base64url');
      upsert.run(owner.username, sealText(key, sealContextOf(owner), text), step);
    },
    spend: ({ username }, step) => spend.run(step, username, step).changes === 1,
    prefer: ({ username }, { enabled, preferred }) =>
      void prefer.run(Number(enabled), Number(preferred), username),
    forget: ({ username }) => void remove.run(username),
  };
};
