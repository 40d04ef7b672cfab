import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { hasOpenRuns, hasRuns } from './open-run.store.ts';
import { botStore, botVersionStore, unownedVersions } from '../../bots/bot.store.ts';

export type UnownedDeps = { db: Database; clock: Clock };

/** A mark younger than this (ms) may belong to a bot or run that is just being created. */
const gracePeriod = 10 * 60_000;

type MarkedVersion = { tenant_id: string; bot_id: string; version: number };

/**
 * Removes all versions of a bot; the marked one last, so that the others are found again after a
 * crash. If the bot had runs, outlines stay, so that those runs can still be displayed.
 */
const removeVersions = async (db: Database, { tenant_id, bot_id, version }: MarkedVersion) => {
  const versions = botVersionStore(db, tenant_id);
  const isRead = await hasRuns(db, { tenant_id, _id: bot_id });
  const remove = (number: number) =>
    isRead ? versions.outline(bot_id, number) : versions.delete(bot_id, number);
  for await (const number of versions.numbers(bot_id)) if (number !== version) await remove(number);
  await remove(version);
};

/**
 * Removes the versions of bots that were deleted or never completely created, once they have no
 * open runs, of at most `maxBots` bots. Returns the number of bots.
 */
export const removeUnownedVersions = async (
  { db, clock }: UnownedDeps,
  maxBots: number,
): Promise<number> => {
  let removed = 0;
  for await (const marked of unownedVersions(db, isoTime(clock() - gracePeriod))) {
    const { tenant_id, bot_id, version } = marked;
    if (await botStore(db, tenant_id).get(bot_id)) {
      await botVersionStore(db, tenant_id).markUnowned(bot_id, version, undefined);
      continue;
    }
    if (await hasOpenRuns(db, { tenant_id, _id: bot_id })) continue;
    await removeVersions(db, marked);
    removed += 1;
    if (removed === maxBots) break;
  }
  return removed;
};
