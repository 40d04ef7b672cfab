import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import { Refusal } from '#lib/kernel/refusal.ts';

/** The failures of one minute; `last_at` is the latest of them (epoch milliseconds). */
export type Attempts = { minute: string; failures: number; last_at: number };

/** For how long a failure counts. */
export const attemptWindow = 60_000;

/** `2026-09-01T12:00`: sorts by time. */
export const minuteOf = (now: number): string => isoTime(now).slice(0, 16);

/** The network half of an IPv6 address: a household or a server has all of the other half. */
const networkOf = (address: string): string => {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
};

/** Whom failures from an address are put down to. */
export const callerOf = (address: string): string => {
  const [, embedded] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (embedded !== undefined) return `address ${embedded}`;
  return `address ${address.includes(':') ? networkOf(address.toLowerCase()) : address}`;
};

/**
 * Milliseconds until the next try is evaluated; 0 where it is now. A minute's failures count until
 * 60 s after its latest, so that no 60 s, wherever they begin, hold more than the limit.
 */
export const waitOf = (minutes: readonly Attempts[], now: number): number => {
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

/** 429, with the seconds after which a try is evaluated again. */
export const tooManyFailures = (wait: number): Refusal =>
  new Refusal(429, 'Too many failed sign-ins or API keys from this address. Wait a minute.', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(wait / 1000))) },
  });
