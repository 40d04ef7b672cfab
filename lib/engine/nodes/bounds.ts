import type { Call } from './node.ts';

const tooMany = (count: number, limit: string): string =>
  `It asks about ${count} resources, and this bot may touch at most ${limit} at once. ` +
  "Select fewer, or raise the limit in the bot's settings.";

const problemWithShare = (count: number, percent: number, total: unknown): string | undefined => {
  if (typeof total !== 'number' || !Number.isFinite(total) || total < 0) {
    return 'What the resources are measured against ("Out of") is not a number, 0 or more.';
  }
  return count * 100 > total * percent ? tooMany(count, `${percent} % of ${total}`) : undefined;
};

/**
 * Why an approval may not ask about so many resources: the bot's blast radius. A limit in percent
 * holds where the node says what it is measured against.
 */
export const problemWithBounds = (call: Call, count: number): string | undefined => {
  const { node, settings } = call;
  const { count: most, percent } = call.bounds ?? {};
  if (most !== undefined && count > most) return tooMany(count, String(most));
  const isMeasured = percent !== undefined && node.settings.resources_total !== undefined;
  return isMeasured ? problemWithShare(count, percent, settings.resources_total) : undefined;
};
