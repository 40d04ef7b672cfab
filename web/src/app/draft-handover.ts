import type { Graph, NewBot } from '#lib/domain/bots/bot.schema.ts';
import { createPersonalStore } from './store.ts';

const draftStore = createPersonalStore<NewBot | undefined>(undefined);

/** Keeps a bot that is not stored yet for the new-bot page, which is opened next. */
export const handOverDraft = (draft: NewBot): void => {
  draftStore.set(draft);
};

/** The draft that was handed over; read again if a page is rendered anew before it is shown. */
export const peekDraft = (): NewBot | undefined => draftStore.get();

/** Returns the draft that was handed over, once: a later call finds nothing. */
export const takeDraft = (): NewBot | undefined => {
  const draft = draftStore.get();
  draftStore.set(undefined);
  return draft;
};

/** The AI builder's first task: a first message, and data that is sent along with it. */
export type BuilderTask = {
  text: string;
  enclosed: { what: string; text: string; graph?: Graph };
  /** Sent without a further click if it is clear which model to use. */
  isSentAtOnce?: true;
  /** The bot whose draft the task is about; absent for a new one. */
  bot_id?: string;
};

const taskStore = createPersonalStore<BuilderTask | undefined>(undefined);

/** Keeps a task for the AI builder of the editor that is opened next. */
export const handOverTask = (task: BuilderTask): void => {
  taskStore.set(task);
};

/** Returns the task that was handed over to the AI builder of this bot, or of a new one, once. */
export const takeTask = (botId?: string): BuilderTask | undefined => {
  const task = taskStore.get();
  taskStore.set(undefined);
  return task?.bot_id === botId ? task : undefined;
};
