import * as z from 'zod';
import { bot, openRuns } from './bot.schema.ts';
import { savedVersion } from './version.schema.ts';

/** A random id that a browser window gives itself: 128 bits. */
export const windowId = z.string().regex(/^[0-9a-f]{32}$/, 'Give 32 digits from 0 to f.');

/** Somebody who has a bot open to change it, in one window. */
export const botEditor = z.object({
  user_id: z.string(),
  window_id: z.string(),
  name: z.string(),
  /** When they opened it, and when they last said so (ISO times). */
  since: z.string(),
  seen_at: z.string(),
  unsaved: z.boolean(),
});
export type BotEditor = z.infer<typeof botEditor>;

/** One window of one person. */
export type EditorWindow = Pick<BotEditor, 'user_id' | 'window_id'>;

/** Somebody else, or the caller in other windows. */
const otherEditor = z.object({
  name: z.string(),
  is_self: z.boolean(),
  since: z.string(),
  unsaved: z.boolean(),
});
export type OtherEditor = z.infer<typeof otherEditor>;

const namedBot = z.object({ bot_id: z.string(), name: bot.shape.name });

/** A bot whose agents run another one; in one of the two versions that people see, or in both. */
const agentUse = namedBot.extend({
  used_in: z.array(z.enum(['published', 'draft'])),
});

/** Who and what would be met by a bot that is deleted. */
export const botUse = z.object({
  /** People who have it open to change it, without the caller. */
  others: z.array(otherEditor),
  /** Bots whose agents run it. */
  run_by: z.array(agentUse),
  /** Bots whose failed runs it is told of. */
  error_bot_of: z.array(namedBot),
  ...openRuns.shape,
});
export type BotUse = z.infer<typeof botUse>;

/** What somebody has to know while they change a bot. */
export const editing = z.object({
  /** One a person, who came first before the others. */
  others: z.array(otherEditor),
  /** The newest version, where it is newer than the one that is changed. */
  newer: savedVersion.optional(),
});
export type Editing = z.infer<typeof editing>;
