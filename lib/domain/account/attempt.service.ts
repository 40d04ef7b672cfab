import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { attemptKeyOf, attemptWindow, retryDelayOf, tooManyFailures } from './attempt.rules.ts';
import { attemptStore } from './attempt.store.ts';

export type AttemptDeps = { db: Database; clock: Clock };

/** The outcome of a try; `keyId` names the existing key that a wrong one was made against. */
export type AttemptResult<T> = { right: T } | { wrong: { keyId?: string } };

/** Counts one more failure and removes minutes that have lapsed; false if there were too many. */
const countFailure = async ({ db, clock }: AttemptDeps, attemptKey: string): Promise<boolean> => {
  const store = attemptStore(db, attemptKey);
  const now = clock();
  const minutes = await store.list();
  const expired = minutes.filter(({ last_at }) => last_at <= now - attemptWindow);
  await Promise.all(expired.map(({ minute }) => store.forget(minute)));
  return retryDelayOf(minutes, now) === 0 && store.add(now);
};

/**
 * Evaluates an authentication try. After 10 failures within a minute, further tries from the
 * address are rejected with 429 without being evaluated. After 10 failures against one key, from
 * any addresses, further wrong tries get 429 too; the right secret from an address without failures
 * is still accepted, or anybody who knows a key's id could lock its owner out. A try costs one
 * additional read; only failures write. Returns undefined if the try was wrong.
 */
export const evaluateAttempt =
  (deps: AttemptDeps) =>
  async <T>(address: string, evaluate: () => Promise<AttemptResult<T>>): Promise<T | undefined> => {
    const caller = attemptKeyOf(address);
    const wait = retryDelayOf(await attemptStore(deps.db, caller).list(), deps.clock());
    if (wait > 0) throw tooManyFailures(wait);
    const guess = await evaluate();
    if ('right' in guess) return guess.right;
    const { keyId } = guess.wrong;
    const attemptKeys = [caller, ...(keyId === undefined ? [] : [`key ${keyId}`])];
    const results = await Promise.all(
      attemptKeys.map((attemptKey) => countFailure(deps, attemptKey)),
    );
    if (results.includes(false)) throw tooManyFailures(attemptWindow);
    return undefined;
  };
