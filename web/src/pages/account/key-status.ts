import type { ApiKeyView, ExpiryStatus } from '#lib/domain/api-keys/api-key.schema.ts';
import { msOf } from '#web/components/time.tsx';

const day = 24 * 3600_000;

export const statusNames: Record<ExpiryStatus, string> = { active: 'Active', expired: 'Expired' };

export type KeyStatus = ExpiryStatus | 'expiring';

/** Whether a key is valid; keys that expire within a week are marked. */
export const statusOf = ({ expires_on }: ApiKeyView, now: number): KeyStatus => {
  if (expires_on === null) return 'active';
  const remainingMs = msOf(expires_on) - now;
  if (remainingMs <= 0) return 'expired';
  return remainingMs < 7 * day ? 'expiring' : 'active';
};

export const isOldWithoutExpiry = ({ created_at, expires_on }: ApiKeyView, now: number): boolean =>
  expires_on === null && msOf(created_at) < now - 365 * day;
