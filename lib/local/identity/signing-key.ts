import type { KeyObject } from 'node:crypto';
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Jwks } from 'aws-jwt-verify/jwk';
import * as z from 'zod';
import { sha256 } from '#lib/kernel/ids.ts';

export type SigningKey = {
  /** A JSON web token, RS256. */
  sign(claims: object): string;
  jwks(): Jwks;
  /** What simulated accounts are derived from: the same after a restart, unknown outside. */
  decoySecret: Uint8Array;
};

const table = `create table if not exists identity_key (
  only integer primary key check (only = 1), private_key text not null, decoy_secret blob not null
) strict`;

const newKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

const storedKey = z.object({ private_key: z.string(), decoy_secret: z.instanceof(Uint8Array) });

/** Made when the database has none yet. */
const loadKey = (database: DatabaseSync) => {
  database.exec(table);
  const select = database.prepare('select private_key, decoy_secret from identity_key');
  const insert = database.prepare('insert into identity_key values (1, ?, ?)');
  if (!select.get()) insert.run(newKey(), randomBytes(32));
  return storedKey.parse(select.get());
};

const publicKeyOf = (privateKey: KeyObject) => {
  const { n = '', e = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kty: 'RSA', use: 'sig', alg: 'RS256', kid: sha256(n).slice(0, 32), n, e };
};

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The pool's one key. */
export const openSigningKey = (database: DatabaseSync): SigningKey => {
  const stored = loadKey(database);
  const privateKey = createPrivateKey(stored.private_key);
  const publicKey = publicKeyOf(privateKey);
  const header = encode({ alg: 'RS256', kid: publicKey.kid });

  return {
    sign: (claims) => {
      const signed = `${header}.${encode(claims)}`;
      return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
    },
    jwks: () => ({ keys: [publicKey] }),
    decoySecret: stored.decoy_secret,
  };
};
