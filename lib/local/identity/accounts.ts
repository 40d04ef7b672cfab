import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { emailAddress } from '#lib/kernel/email.ts';
import { asInteger, verifierOf } from './srp.ts';

const integer = z.string().transform((hex) => BigInt(`0x${hex}`));

const account = z.object({
  /** The e-mail address in lower case: the sign-in name, and the user's id in the product. */
  username: z.string(),
  sub: z.string(),
  name: z.string(),
  /** Empty until the sign-up is confirmed. */
  tenant_id: z.string(),
  status: z.enum(['UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD']),
  salt: integer,
  verifier: integer,
});
export type Account = z.output<typeof account>;

export type Accounts = {
  find(username: string): Account | undefined;
  /** The account, or a decoy that looks like one but accepts no password. */
  findOrDecoy(username: string): Account;
  isPassword(account: Account, password: string): boolean;
  /** Sets a password; by default one that the user has chosen (`CONFIRMED`). */
  setPassword(username: string, password: string, status?: Account['status']): void;
  remove(username: string): void;
  /** Removes an account that was signed up for but never confirmed, which frees its address. */
  removeUnconfirmed(username: string): void;
  /** Creates an account and returns its `sub`; undefined if the address is taken. */
  create(user: NewAccount): string | undefined;
};

type NewAccount = Pick<Account, 'username' | 'name' | 'tenant_id' | 'status'> & {
  password: string;
};

const table = `create table if not exists identity_users (
  username text primary key, sub text not null, name text not null, tenant_id text not null,
  status text not null, salt text not null, verifier text not null
) strict`;

/** The stored form of an address; other text is returned unchanged and matches no account. */
export const asUsername = (text: string): string => emailAddress.safeParse(text).data ?? text;

/** `poolName` is the pool's id after the underscore, and is hashed into each verifier. */
export const openAccounts = (
  database: DatabaseSync,
  poolName: string,
  decoySecret: Uint8Array,
): Accounts => {
  database.exec(table);
  const select = database.prepare('select * from identity_users where username = ?');
  const update = database.prepare(
    `update identity_users set salt = ?, verifier = ?, status = ? where username = ?`,
  );
  const insert = database.prepare(
    'insert into identity_users values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing',
  );

  const remove = database.prepare('delete from identity_users where username = ?');
  const removeUnconfirmed = database.prepare(
    `delete from identity_users where username = ? and status = 'UNCONFIRMED'`,
  );

  const secretsOf = (username: string, password: string): [salt: string, verifier: string] => {
    const salt = asInteger(randomBytes(16));
    const verifier = verifierOf(poolName + username, password, salt);
    return [salt.toString(16), verifier.toString(16)];
  };

  const find = (username: string): Account | undefined => {
    const row = select.get(username);
    return row && account.parse(row);
  };

  const derive = (username: string, use: string, bytes: number): bigint =>
    asInteger(Buffer.from(hkdfSync('sha256', decoySecret, username, use, bytes)));

  // Derived, so that repeated requests get the same salt, as for a real account.
  const decoyOf = (username: string): Account => ({
    username,
    sub: '',
    name: '',
    tenant_id: '',
    status: 'CONFIRMED',
    salt: derive(username, 'salt', 16),
    // Computed like real ones: OpenSSL may reject other numbers, which would reveal decoys.
    verifier: verifierOf(username, '', derive(username, 'verifier', 32)),
  });

  return {
    find,
    findOrDecoy: (username) => find(username) ?? decoyOf(username),
    isPassword: ({ username, salt, verifier }, password) =>
      verifierOf(poolName + username, password, salt) === verifier,
    setPassword: (username, password, status = 'CONFIRMED') =>
      void update.run(...secretsOf(username, password), status, username),
    remove: (username) => void remove.run(username),
    removeUnconfirmed: (username) => void removeUnconfirmed.run(username),
    create: ({ username, name, tenant_id, status, password }) => {
      const sub = randomUUID();
      const secrets = secretsOf(username, password);
      const { changes } = insert.run(username, sub, name, tenant_id, status, ...secrets);
      return changes === 1 ? sub : undefined;
    },
  };
};
