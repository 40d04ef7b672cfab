import type { Bot } from '#lib/domain/bots/bot.schema.ts';
import type { ToolAnswer } from './tool.ts';

/** A bot that an agent may run now, in the version that is published. */
export type RunnableBot = Bot & { published_version: number };

/** Runs of bots that an agent of a run starts and waits for. */
export type ChildRuns = {
  /** The bot of an id, or the sentence why it cannot be run from here. */
  find(botId: string): Promise<RunnableBot | string>;
  /** Starts one in a version; the sentence why not, where it was not started. */
  start(bot: RunnableBot, id: string, input: unknown): Promise<string | undefined>;
  /** How a run stands, and what it has come to once it has ended. */
  look(id: string): Promise<ToolAnswer | 'under way' | 'not begun'>;
};
