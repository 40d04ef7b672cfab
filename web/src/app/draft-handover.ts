import type { NewBot } from '#lib/domain/bots/bot.schema.ts';

let handed: NewBot | undefined;

/** Keeps a bot that nothing has stored, for the new-bot page that is opened next. */
export const handOver = (draft: NewBot): void => {
  handed = draft;
};

/** What was handed over, once: whoever comes later finds an empty canvas. */
export const takeOver = (): NewBot | undefined => {
  const draft = handed;
  handed = undefined;
  return draft;
};
