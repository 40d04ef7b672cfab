import type { NewBot } from '#lib/domain/bots/bot.schema.ts';
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
