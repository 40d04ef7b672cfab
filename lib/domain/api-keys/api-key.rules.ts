import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isoTime } from '#lib/kernel/clock.ts';
import { randomId } from '#lib/kernel/ids.ts';
import type { ApiKey, ApiKeyView } from './api-key.schema.ts';

/** The parts of a key's text: its organisation, its id, and the 256 random bits that prove it. */
export type KeyParts = { tenant_id: string; _id: string; secret: string };

const keyPattern = /^cw_([0-9a-f]{32})_([0-9a-f]{32})_([0-9a-f]{64})$/;

export const looksLikeKey = (text: string): boolean => text.startsWith('cw_');

export const parseKey = (text: string): KeyParts | undefined => {
  const [, tenant, id, secret] = keyPattern.exec(text) ?? [];
  if (tenant === undefined || id === undefined || secret === undefined) return undefined;
  return { tenant_id: `org_${tenant}`, _id: `key_${id}`, secret };
};

const formatKey = ({ tenant_id, _id, secret }: KeyParts): string =>
  ['cw', tenant_id.slice(4), _id.slice(4), secret].join('_');

const hashSecret = (hashKey: string, secret: string): string =>
  createHmac('sha256', hashKey).update(secret).digest('hex');

/** Makes a new key: its text, which is shown once, and the parts that are stored. */
export const generateKey = (hashKey: string, tenant_id: string) => {
  const secret = randomBytes(32).toString('hex');
  const _id = randomId('key');
  const text = formatKey({ tenant_id, _id, secret });
  return { text, _id, secret_hash: hashSecret(hashKey, secret) };
};

/** Whether the secret belongs to this key, compared in constant time. */
export const isRightSecret = (hashKey: string, { secret_hash }: ApiKey, secret: string): boolean =>
  timingSafeEqual(Buffer.from(secret_hash), Buffer.from(hashSecret(hashKey, secret)));

export const isExpired = ({ expires_at }: Pick<ApiKey, 'expires_at'>, now: number): boolean =>
  expires_at !== undefined && expires_at * 1000 <= now;

type Shown = Pick<ApiKey, '_id' | 'name' | 'created_at' | 'expires_at'>;

/** A key as returned to its owner. */
export const viewOfKey = ({ _id, name, created_at, expires_at }: Shown): ApiKeyView => ({
  _id,
  api_key_id: _id,
  name,
  created_at,
  expires_on: expires_at === undefined ? null : isoTime(expires_at * 1000),
});

const day = 24 * 3600_000;
/** Milliseconds, because a form counts whole days from its own clock. */
const tolerance = 3600_000;

/** What is wrong with an expiry (epoch milliseconds), which must be 1 to 365 days ahead. */
export const problemWithExpiry = (at: number, now: number): string | undefined =>
  at < now + day - tolerance || at > now + 365 * day + tolerance
    ? 'Choose an expiry between 1 and 365 days from now, or none.'
    : undefined;

/** A key created with another key must not outlast it: a stolen one cannot be prolonged. */
export const problemWithCreatorKey = (
  expires_at: number | undefined,
  maker: Pick<ApiKey, 'expires_at'> | undefined,
): string | undefined => {
  if (maker?.expires_at === undefined) return undefined;
  if (expires_at !== undefined && expires_at <= maker.expires_at) return undefined;
  return 'A key created with an API key must not outlast that key. Choose an earlier expiry.';
};
