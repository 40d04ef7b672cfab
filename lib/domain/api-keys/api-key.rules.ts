import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { randomId } from '#lib/kernel/ids.ts';
import type { ApiKey } from './api-key.schema.ts';

/** What a key's text says: whose it is, which one it is, and the 256 random bits that prove it. */
export type KeyText = { tenant_id: string; _id: string; secret: string };

const shape = /^cw_([0-9a-f]{32})_([0-9a-f]{32})_([0-9a-f]{64})$/;

export const looksLikeKey = (text: string): boolean => text.startsWith('cw_');

export const readKey = (text: string): KeyText | undefined => {
  const [, tenant, id, secret] = shape.exec(text) ?? [];
  if (tenant === undefined || id === undefined || secret === undefined) return undefined;
  return { tenant_id: `org_${tenant}`, _id: `key_${id}`, secret };
};

const writeKey = ({ tenant_id, _id, secret }: KeyText): string =>
  ['cw', tenant_id.slice(4), _id.slice(4), secret].join('_');

const hashSecret = (hashKey: string, secret: string): string =>
  createHmac('sha256', hashKey).update(secret).digest('hex');

/** A new key: its text, shown once, and what is stored of it. */
export const newKey = (hashKey: string, tenant_id: string) => {
  const secret = randomBytes(32).toString('hex');
  const _id = randomId('key');
  const text = writeKey({ tenant_id, _id, secret });
  return { text, _id, secret_hash: hashSecret(hashKey, secret) };
};

/** Whether the secret is this key's and the key still counts. */
export const isValidKey = (hashKey: string, key: ApiKey, secret: string, now: number): boolean => {
  const given = Buffer.from(hashSecret(hashKey, secret));
  const fresh = key.expires_at === undefined || key.expires_at * 1000 > now;
  return timingSafeEqual(Buffer.from(key.secret_hash), given) && fresh;
};
