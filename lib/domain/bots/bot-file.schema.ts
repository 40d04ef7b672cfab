import * as z from 'zod';
import { botSettings, newBot, problem } from './bot.schema.ts';

/** What a file says first, so that another file is not taken for a bot. */
export const botFileFormat = 'cloudwarden.bot/1';

/** What is said of another file. */
export const botFileBegins = `A bot's file begins with "format: ${botFileFormat}".`;

/**
 * A bot as it leaves one organisation and enters another: what it does, and nothing of where it
 * was. Unknown keys are refused, so nothing is lost in silence.
 */
export const botFile = z.strictObject({
  format: z.literal(botFileFormat, botFileBegins),
  ...newBot.shape,
  settings: botSettings.omit({ error_bot_id: true }).optional(),
});
export type BotFile = z.output<typeof botFile>;

export const exportedBot = z.object({
  file_name: z.string(),
  text: z.string(),
  /** ARNs inside of longer texts, which stay: the person who shares the file decides. */
  arns: z.array(z.string()),
  /** The names of the nodes that have pinned data, whether the file holds it or not. */
  pinned_nodes: z.array(z.string()),
});

/** A bot read from a file, which nothing has stored yet. */
export const importedBot = newBot.extend({
  /** What keeps it from running until somebody sees to it; `line` is that of the node. */
  problems: z.array(problem.extend({ line: z.number().optional() })),
  /** What was in the file and does not come along, as sentences. */
  stripped: z.array(z.string()),
});
export type ImportedBot = z.infer<typeof importedBot>;
