import { isDeepStrictEqual } from 'node:util';
import { outcomeOf, type Watched } from '#test/support/reference-driver.ts';
import { attemptsOf, type PeerCall } from '#test/support/reference-peer.ts';

/**
 * When the product is killed: after so many writes of a run (`of`: of those whose text has this),
 * or when the run makes its n-th call; `again`: once more, so many writes after the start that
 * follows.
 */
export type Cut = { write?: number; of?: string; call?: number; again?: number };

/** One run of the reference bot, and how it went. */
export type Round = {
  cut: Cut;
  /** What each kill came after. */
  killed: string[];
  watched: Watched;
  calls: PeerCall[];
  /** What the machine and the bus had still under way a while after the end. */
  left: string[];
  /** From the start of the run until nothing was left. */
  ms: number;
};

const differing = (ours: Watched, smooth: Watched): string[] => {
  const [is, was] = [outcomeOf(ours), outcomeOf(smooth)];
  if (isDeepStrictEqual(is, was)) return [];
  return [`It came to ${JSON.stringify(is)} instead of ${JSON.stringify(was)}`];
};

/** Each effect happened; each kill repeats an attempt once at most. */
const wrongAttempts = (ours: Round, smooth: Round): string[] => {
  const [is, was] = [attemptsOf(ours.calls), attemptsOf(smooth.calls)];
  const effects = new Set([...Object.keys(is), ...Object.keys(was)]);
  return [...effects].flatMap((effect) => {
    const [made = 0, usual = 0] = [is[effect], was[effect]];
    const isRight = made > 0 && usual > 0 && made <= usual + ours.killed.length;
    return isRight ? [] : [`${effect} was attempted ${made} times, and ${usual} without kills`];
  });
};

/** A peer that knows the key may take any attempt for the first. */
const changedBodies = ({ calls }: Round): string[] =>
  [...Map.groupBy(calls, ({ key }) => key)].flatMap(([key, attempts]) => {
    const bodies = new Set(attempts.map(({ body }) => body));
    return bodies.size === 1 ? [] : [`The attempts of ${key} sent ${[...bodies].join(' and ')}`];
  });

/** What is wrong with a round that was cut, beside one that was not; empty is how it should be. */
export const problemsOf = (ours: Round, smooth: Round): string[] => [
  ...differing(ours.watched, smooth.watched),
  ...ours.watched.illegal,
  ...wrongAttempts(ours, smooth),
  ...changedBodies(ours),
  ...ours.left,
];
