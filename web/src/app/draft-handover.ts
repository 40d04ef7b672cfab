import type { Graph, NewBot } from '#lib/domain/bots/bot.schema.ts';
import { createPersonalStore } from './store.ts';

const handed = createPersonalStore<NewBot | undefined>(undefined);

/** Keeps a bot that nothing has stored, for the new-bot page that is opened next. */
export const handOver = (draft: NewBot): void => {
  handed.set(draft);
};

/** What was handed over; read again where a page is drawn anew before it is shown. */
export const handedDraft = (): NewBot | undefined => handed.get();

/** What was handed over, once: whoever comes later finds an empty canvas. */
export const takeOver = (): NewBot | undefined => {
  const draft = handed.get();
  handed.set(undefined);
  return draft;
};

/** What the AI builder is to begin with: a first message, and what is sent along with it. */
export type BuilderTask = {
  text: string;
  enclosed: { what: string; text: string; graph?: Graph };
  /** Sent without a further click where it is clear which model is asked. */
  isSentAtOnce?: true;
  /** The bot whose draft it is about; absent for a new one. */
  bot_id?: string;
};

const task = createPersonalStore<BuilderTask | undefined>(undefined);

/** Keeps a task for the AI builder of the editor that is opened next. */
export const handOverTask = (given: BuilderTask): void => {
  task.set(given);
};

/** What was handed over to the AI builder of this bot, or of a new one, once. */
export const takeTask = (botId?: string): BuilderTask | undefined => {
  const given = task.get();
  task.set(undefined);
  return given?.bot_id === botId ? given : undefined;
};
