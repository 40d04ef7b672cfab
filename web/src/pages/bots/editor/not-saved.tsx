import Button from '@cloudscape-design/components/button';
import type { ApiError } from '#web/api/api-error.ts';
import { flash } from '#web/app/flash.tsx';

const adviceOn = ({ status, message }: ApiError): string => {
  if (status === 404) return `${message} Your changes are still here.`;
  if (status === 0) return `${message} Your changes are still here: check your connection.`;
  if (status === 403) return `${message} Your changes are still here, and this browser keeps them.`;
  return message;
};

/** Says why a bot was not saved; one that was deleted meanwhile can be saved anew. */
export const tellNotSaved = (error: ApiError, saveAnew: () => void): void => {
  const content = adviceOn(error);
  const action = error.status === 404 && <Button onClick={saveAnew}>Save as a new bot</Button>;
  flash.error('The bot was not saved.', { id: 'save', content, action });
};
