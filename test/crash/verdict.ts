import { isDeepStrictEqual } from 'node:util';
import { outcomeOf, type WatchedRun } from '#test/support/reference-driver.ts';
import { attemptsOf, type PeerCall } from '#test/support/reference-peer.ts';

/**
 * When the product is killed: after `write` writes of a run (`of`: only those that contain this
 * text), or when the run makes its n-th `call`; `again`: once more, this many writes after the
 * following start.
 */
export type Cut = { write?: number; of?: string; call?: number; again?: number };

/** One run of the reference bot, and its result. */
export type Round = {
  cut: Cut;
  /** The write before each kill. */
  killed: string[];
  watched: WatchedRun;
  calls: PeerCall[];
  /** Unfinished work of the state machine and the bus some time after the end. */
  left: string[];
  /** Milliseconds from the start of the run until no work was left. */
  ms: number;
};

const outcomeDifference = (ours: WatchedRun, smooth: WatchedRun): string[] => {
  const [is, was] = [outcomeOf(ours), outcomeOf(smooth)];
  if (isDeepStrictEqual(is, was)) return [];
  return [`It came to ${JSON.stringify(is)} instead of ${JSON.stringify(was)}`];
};

/** Each effect must happen; each kill repeats an attempt at most once. */
const wrongAttempts = (ours: Round, smooth: Round): string[] => {
  const [is, was] = [attemptsOf(ours.calls), attemptsOf(smooth.calls)];
  const effects = new Set([...Object.keys(is), ...Object.keys(was)]);
  return [...effects].flatMap((effect) => {
    const [made = 0, usual = 0] = [is[effect], was[effect]];
    const isRight = made > 0 && usual > 0 && made <= usual + ours.killed.length;
    return isRight ? [] : [`${effect} was attempted ${made} times, and ${usual} without kills`];
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
  ...ours.left,
];
