import type { Call } from './node.ts';

const tooManyText = (count: number, limit: string): string =>
  `It asks about ${count} resources, but this bot may touch at most ${limit} at once. ` +
  "Select fewer, or raise the limit in the bot's settings.";

const problemWithShare = (count: number, percent: number, total: unknown): string | undefined => {
  if (typeof total !== 'number' || !Number.isFinite(total) || total < 0) {
    return '"Out of", the total number of resources, must be a number, 0 or more.';
  }
  return count * 100 > total * percent ? tooManyText(count, `${percent} % of ${total}`) : undefined;
};

/**
 * Why an approval must not cover so many resources, by the limits of its bot; undefined where it
 * may. A limit in percent applies where the node says what the total is.
 */
export const problemWithBounds = (call: Call, count: number): string | undefined => {
  const { node, settings } = call;
  const { count: maxCount, percent } = call.bounds ?? {};
  if (maxCount !== undefined && count > maxCount) return tooManyText(count, String(maxCount));
  const isMeasured = percent !== undefined && node.settings.resources_total !== undefined;
  return isMeasured ? problemWithShare(count, percent, settings.resources_total) : undefined;
};
