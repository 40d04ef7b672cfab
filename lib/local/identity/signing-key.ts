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
import { openText, sealText } from '#lib/kernel/sealing.ts';

export type SigningKey = {
  /** Returns a JSON web token signed with RS256. */
  sign(claims: object): string;
  jwks(): Jwks;
  /** The secret from which decoy accounts are derived: unchanged by restarts, unknown outside. */
  decoySecret: Uint8Array;
};

const table = `create table if not exists identity_key (
  only integer primary key check (only = 1), private_key text not null, decoy_secret blob not null
) strict`;

const sealContext = 'identity signing key';

const newKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

const storedKey = z.object({ private_key: z.string(), decoy_secret: z.instanceof(Uint8Array) });

const isSealed = (text: string): boolean => !text.startsWith('-----BEGIN');

/** Seals a key stored by a version that did not seal keys, and leaves no plain copy on the disk. */
const sealStored = (database: DatabaseSync, sealingKey: Uint8Array, pem: string): void => {
  database.exec('pragma secure_delete = on');
  const update = database.prepare('update identity_key set private_key = ?');
  update.run(sealText(sealingKey, sealContext, pem));
  database.exec('pragma secure_delete = off; pragma wal_checkpoint(truncate)');
};

const openStored = (sealingKey: Uint8Array, sealed: string): string => {
  try {
    return openText(sealingKey, sealContext, sealed);
  } catch (error) {
    throw new Error(
      'The key file is not the one that this data folder was made with: tokens cannot be signed. ' +
        'Put the right key file back from your backup.',
      { cause: error },
    );
  }
};

/** Loads the key, or creates it if the database has none yet. */
const loadKey = (database: DatabaseSync, sealingKey: Uint8Array) => {
  database.exec(table);
  const select = database.prepare('select private_key, decoy_secret from identity_key');
  const insert = database.prepare('insert into identity_key values (1, ?, ?)');
  if (!select.get()) insert.run(sealText(sealingKey, sealContext, newKey()), randomBytes(32));
  const { private_key: stored, decoy_secret } = storedKey.parse(select.get());
  if (isSealed(stored)) return { private_key: openStored(sealingKey, stored), decoy_secret };
  sealStored(database, sealingKey, stored);
  return { private_key: stored, decoy_secret };
};

const publicKeyOf = (privateKey: KeyObject) => {
  const { n = '', e = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kty: 'RSA', use: 'sig', alg: 'RS256', kid: sha256(n).slice(0, 32), n, e };
};

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The pool's single signing key, which is sealed with `sealingKey` (32 bytes). */
export const openSigningKey = (database: DatabaseSync, sealingKey: Uint8Array): SigningKey => {
  const stored = loadKey(database, sealingKey);
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
