import * as z from 'zod';
import { bot, openRuns } from './bot.schema.ts';
import { savedVersion } from './version.schema.ts';

/** A random 128-bit id that a browser window chooses for itself. */
export const windowId = z.string().regex(/^[0-9a-f]{32}$/, 'Enter 32 hexadecimal digits.');

/** A user who has a bot open for editing in one window. */
export const botEditor = z.object({
  user_id: z.string(),
  window_id: z.string(),
  name: z.string(),
  /** When they opened it, and when they last reported it (ISO times). */
  since: z.string(),
  seen_at: z.string(),
  unsaved: z.boolean(),
});
export type BotEditor = z.infer<typeof botEditor>;

/** One window of one user. */
export type EditorWindow = Pick<BotEditor, 'user_id' | 'window_id'>;

/** Another user, or the caller in another window. */
const otherEditor = z.object({
  name: z.string(),
  is_self: z.boolean(),
  since: z.string(),
  unsaved: z.boolean(),
});
export type OtherEditor = z.infer<typeof otherEditor>;

const namedBot = z.object({ bot_id: z.string(), name: bot.shape.name });

/** A bot whose AI agents run another one, in its published version, its draft, or both. */
const agentUse = namedBot.extend({
  used_in: z.array(z.enum(['published', 'draft'])),
});

/** Users and objects that would be affected by deleting a bot. */
export const botUse = z.object({
  /** Users who have it open for editing, without the caller. */
  others: z.array(otherEditor),
  /** Bots whose AI agents run it. */
  run_by: z.array(agentUse),
  /** Bots that have it as their error bot. */
  error_bot_of: z.array(namedBot),
  ...openRuns.shape,
});
export type BotUse = z.infer<typeof botUse>;

/** Information for a user who is editing a bot. */
export const editingInfo = z.object({
  /** One entry per user, earliest first. */
  others: z.array(otherEditor),
  /** The draft, if it is newer than the version being edited. */
  newer: savedVersion.optional(),
});
export type EditingInfo = z.infer<typeof editingInfo>;
