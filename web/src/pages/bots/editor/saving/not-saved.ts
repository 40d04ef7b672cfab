import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { flash } from '#web/app/flash.tsx';
import type { BotDraft } from './use-bot-draft.ts';

/** Why a bot was not saved, and what happens to the changes. */
export const saveFailureText = ({ status, message }: ApiError): string => {
  if (status === 404) return `${message} Your changes are still here: save them as a new bot.`;
  if (status === 0) return `${message} Your changes are still here: check your connection.`;
  if (status === 403) return `${message} Your changes are still here, and this browser keeps them.`;
  return message;
};

export const notSavedText = 'The bot was not saved.';

export const showNotSaved = (reason: string): void =>
  flash.error(notSavedText, { id: 'save', content: reason });

type Draft = Pick<BotDraft, 'editor' | 'tabsState'>;

/** Invalid JSON of a node is not left out of a save: it is shown, to be corrected or discarded. */
export const showUnfinishedJson = ({ editor, tabsState }: Draft, { id, name }: GraphNode): void => {
  editor.dispatch({ do: 'select', nodes: [id] });
  tabsState.open(id, 'json');
  showNotSaved(`The JSON of "${name}" is not valid. Correct it, or discard what you typed.`);
};
