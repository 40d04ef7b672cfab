import { isDeepStrictEqual } from 'node:util';
import { outcomeOf, type WatchedRun } from '#test/support/reference-driver.ts';
import { attemptsOf, type PeerCall } from '#test/support/reference-peer.ts';

/**
 * When the product is killed: after `write` writes of a run (`of`: only those that contain this
 * text), or when the run makes its n-th `call`; `secondKillAfter`: once more, this many writes after the
 * following start.
 */
export type Cut = { write?: number; of?: string; call?: number; secondKillAfter?: number };

/** One run of the reference bot, and its result. */
export type Round = {
  cut: Cut;
  /** The write before each kill. */
  killed: string[];
  watched: WatchedRun;
  calls: PeerCall[];
  /** Unfinished work of the state machine and the bus some time after the end. */
  queuedWork: string[];
  /** Milliseconds from the start of the run until no work was left. */
  ms: number;
};

const outcomeDifference = (ours: WatchedRun, smooth: WatchedRun): string[] => {
  const [actual, expected] = [outcomeOf(ours), outcomeOf(smooth)];
  if (isDeepStrictEqual(actual, expected)) return [];
  return [`It came to ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
};

/** Each effect must happen; each kill repeats an attempt at most once. */
const wrongAttempts = (ours: Round, smooth: Round): string[] => {
  const [actual, expected] = [attemptsOf(ours.calls), attemptsOf(smooth.calls)];
  const effects = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  return [...effects].flatMap((effect) => {
    const [attempts = 0, usualAttempts = 0] = [actual[effect], expected[effect]];
    const isRight =
      attempts > 0 && usualAttempts > 0 && attempts <= usualAttempts + ours.killed.length;
    return isRight
      ? []
      : [`${effect} was attempted ${attempts} times, and ${usualAttempts} without kills`];
  });
};

/** A peer that knows the key may treat any attempt as the first, so bodies must not differ. */
const changedBodies = ({ calls }: Round): string[] =>
  [...Map.groupBy(calls, ({ key }) => key)].flatMap(([key, attempts]) => {
    const bodies = new Set(attempts.map(({ body }) => body));
    return bodies.size === 1 ? [] : [`The attempts of ${key} sent ${[...bodies].join(' and ')}`];
  });

/** The problems of a killed round, compared with a smooth one; empty if there are none. */
export const problemsOf = (ours: Round, smooth: Round): string[] => [
  ...outcomeDifference(ours.watched, smooth.watched),
  ...ours.watched.illegal,
  ...wrongAttempts(ours, smooth),
  ...changedBodies(ours),
  ...ours.queuedWork,
];
