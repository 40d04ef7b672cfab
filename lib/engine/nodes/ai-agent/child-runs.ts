import type { Bot } from '#lib/domain/bots/bot.schema.ts';
import type { ToolAnswer } from './tool.ts';

/** A bot that an agent may run now, in its published version. */
export type RunnableBot = Bot & { published_version: number };

/** The runs of bots that an agent starts and waits for. */
export type ChildRuns = {
  /** The bot with an id, or a sentence that says why it cannot be run from here. */
  find(botId: string): Promise<RunnableBot | string>;
  /** Starts a run. Returns the reason if it was not started. */
  start(bot: RunnableBot, id: string, input: unknown): Promise<string | undefined>;
  /** The state of a run, or its outcome once it has ended. */
  readState(id: string): Promise<ToolAnswer | 'under way' | 'not begun'>;
};
