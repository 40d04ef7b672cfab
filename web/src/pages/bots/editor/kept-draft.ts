import * as z from 'zod';
import { graph } from '#lib/domain/bots/bot.schema.ts';
import { preferenceOf, setPreference } from '#web/app/preferences.ts';
import { botDetails } from './details.ts';

/** Changes that were not saved, as this browser keeps them; a new bot may have no name yet. */
const keptDraft = z.object({
  /** The version that they build on; absent for a bot that was never saved. */
  base_version: z.number().optional(),
  at: z.string(),
  details: botDetails.extend({ name: z.string() }),
  graph,
});
export type KeptDraft = z.output<typeof keptDraft>;

const keyOf = (botId: string | undefined): string => `draft:${botId ?? 'new'}`;

/** What is kept of a bot, or of a new one. */
export const readDraft = (botId: string | undefined): KeptDraft | undefined =>
  preferenceOf(keyOf(botId), keptDraft);

/** Keeps it until it is dropped. False where the browser has no room for it beyond this tab. */
export const keepDraft = (botId: string | undefined, draft: KeptDraft): boolean =>
  setPreference(keyOf(botId), draft);

export const dropDraft = (botId: string | undefined): void => {
  setPreference(keyOf(botId), undefined);
};
