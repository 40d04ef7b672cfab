import type { ApiError } from '#web/api/api-error.ts';
import { flash } from '#web/app/flash.tsx';

const adviceOn = ({ status, message }: ApiError): string => {
  if (status === 404) return `${message} Your changes are still here: save them as a new bot.`;
  if (status === 0) return `${message} Your changes are still here: check your connection.`;
  if (status === 403) return `${message} Your changes are still here, and this browser keeps them.`;
  return message;
};

/** Says why a bot was not saved, and what becomes of the work. */
export const tellNotSaved = (error: ApiError): void =>
  flash.error('The bot was not saved.', { id: 'save', content: adviceOn(error) });
