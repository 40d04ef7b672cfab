import type { Embedded } from '#test/support/embedded.ts';
import { callingLoop } from './bots.ts';
import { median } from './load.ts';
import { publish, runUntilFinished } from './scenarios.ts';
import type { Target } from './target.ts';

export const turns = 1000;

/** The median time of the iterations in a range, from one call of the peer to the next. */
const turnTime = (calls: readonly number[], from: number, to: number): number =>
  median(calls.slice(from, to).map((at, n) => (calls[from + n + 1] ?? at) - at));

/** How long early and late iterations of a loop with one effect take; the best of `rounds` runs. */
export const loopTimes = async (product: Embedded, target: Target, rounds: number) => {
  const bot_id = await publish(product, `A loop of ${turns}`, callingLoop(target.url, turns));
  const found: { early: number; late: number; all: number }[] = [];
  for (let n = 0; n < rounds; n += 1) {
    target.taken();
    await runUntilFinished(product, bot_id);
    const calls = target.taken().map(({ at }) => at);
    const all = (calls.at(-1) ?? 0) - (calls[0] ?? 0);
    found.push({ early: turnTime(calls, 5, 25), late: turnTime(calls, 490, 510), all });
  }
  const ratioOf = ({ early, late }: { early: number; late: number }) => late / early;
  const ratio = median(found.map(ratioOf));
  return { ratio, ...found.find((one) => ratioOf(one) === ratio) };
};
