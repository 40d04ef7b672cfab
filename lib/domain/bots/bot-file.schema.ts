import * as z from 'zod';
import { botSettings, newBot, problem } from './bot.schema.ts';

/** The `format` field, which distinguishes a bot's file from other files. */
export const botFileFormat = 'cloudwarden.bot/1';

/** The error message for other files. */
export const botFileHint = `A bot's file begins with "format: ${botFileFormat}".`;

/**
 * A bot as exported and imported: what it does, without references to its organisation. Unknown
 * keys are rejected, so that nothing is lost silently.
 */
export const botFile = z.strictObject({
  format: z.literal(botFileFormat, botFileHint),
  ...newBot.shape,
  settings: botSettings.omit({ error_bot_id: true }).optional(),
});
export type BotFile = z.output<typeof botFile>;

export const exportedBot = z.object({
  file_name: z.string(),
  text: z.string(),
  /** ARNs inside longer texts; they stay in the file, and the user who shares it decides. */
  arns: z.array(z.string()),
  /** Names of the nodes with pinned data, even if the file leaves it out. */
  pinned_nodes: z.array(z.string()),
});

/** A bot read from a file; it is not stored yet. */
export const importedBot = newBot.extend({
  /** Problems that keep it from running; `line` is the line of the node in the file. */
  problems: z.array(problem.extend({ line: z.number().optional() })),
  /** Parts of the file that were not imported, as sentences. */
  stripped: z.array(z.string()),
});
export type ImportedBot = z.infer<typeof importedBot>;
