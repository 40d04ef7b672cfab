import * as z from 'zod';
import { graph } from '#lib/domain/bots/bot.schema.ts';
import { preferenceOf, setPreference } from '#web/app/preferences.ts';
import { botDetails } from '../document/details.ts';

/** Unsaved changes as kept by this browser; a new bot may have no name yet. */
const keptDraft = z.object({
  /** The version that they are based on; undefined for a bot that was never saved. */
  base_version: z.number().optional(),
  /** The details of that version. */
  base_details: botDetails.optional(),
  at: z.string(),
  details: botDetails.extend({ name: z.string() }),
  graph,
});
export type KeptDraft = z.output<typeof keptDraft>;

/** By the window that changed the bot, so that windows never overwrite each other's changes. */
const keptDrafts = z.record(z.string(), keptDraft);
type KeptDrafts = z.output<typeof keptDrafts>;

const keyOf = (botId: string | undefined): string => `draft:${botId ?? 'new'}`;

const readKeptDrafts = (botId: string | undefined): KeptDrafts =>
  preferenceOf(keyOf(botId), keptDrafts) ?? {};

const write = (botId: string | undefined, drafts: KeptDrafts): boolean =>
  setPreference(keyOf(botId), Object.keys(drafts).length > 0 ? drafts : undefined);

/** The kept changes of a bot, or of new bots: by window, the newest first. */
export const readDrafts = (botId: string | undefined): { window: string; draft: KeptDraft }[] =>
  Object.entries(readKeptDrafts(botId))
    .map(([window, draft]) => ({ window, draft }))
    .sort((one, other) => other.draft.at.localeCompare(one.draft.at));

/** The most per bot; new bots share one list, which would otherwise grow. */
const maxKeptDrafts = 10;

/**
 * Keeps a draft until it is dropped, or ten newer ones are kept. Returns false if the browser has
 * no space for it beyond this tab.
 */
export const keepDraft = (botId: string | undefined, window: string, draft: KeptDraft): boolean => {
  const otherDrafts = readDrafts(botId).filter((one) => one.window !== window);
  const remaining = otherDrafts
    .slice(0, maxKeptDrafts - 1)
    .map((one) => [one.window, one.draft] as const);
  return write(botId, { ...Object.fromEntries(remaining), [window]: draft });
};

export const dropDraft = (botId: string | undefined, window: string): void => {
  const { [window]: _dropped, ...otherDrafts } = readKeptDrafts(botId);
  write(botId, otherDrafts);
};
