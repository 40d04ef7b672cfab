import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import { Refusal } from '#lib/kernel/refusal.ts';

/** The failures of one minute; `last_at` is the latest of them (epoch milliseconds). */
export type Attempts = { minute: string; failures: number; last_at: number };

/** How long (ms) a failure counts. */
export const attemptWindow = 60_000;

/** `2026-09-01T12:00`: sorts by time. */
export const minuteOf = (now: number): string => isoTime(now).slice(0, 16);

/** The /64 network of an IPv6 address: a household or a server usually owns a whole one. */
const networkOf = (address: string): string => {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
};

/** The key under which failures from an address are counted. */
export const attemptKeyOf = (address: string): string => {
  const [, embedded] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (embedded !== undefined) return `address ${embedded}`;
  return `address ${address.includes(':') ? networkOf(address.toLowerCase()) : address}`;
};

/**
 * Milliseconds until the next try is evaluated; 0 if it is evaluated now. A minute's failures count
 * until 60 s after the latest of them, so that no period of 60 s holds more than the limit.
 */
export const retryDelayOf = (minutes: readonly Attempts[], now: number): number => {
  const newestFirst = minutes
    .filter(({ last_at }) => last_at > now - attemptWindow)
    .toSorted((a, b) => b.last_at - a.last_at);
  let failures = 0;
  for (const one of newestFirst) {
    failures += one.failures;
    if (failures >= limits.failures) return one.last_at + attemptWindow - now;
  }
  return 0;
};

/** A 429 whose Retry-After gives the seconds after which a try is evaluated again. */
export const tooManyFailures = (wait: number): Refusal =>
  new Refusal(429, 'Too many failed sign-ins or API keys from this address. Wait a minute.', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(wait / 1000))) },
  });
