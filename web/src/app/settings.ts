import { useEffect } from 'react';
import type { UserSettings } from '#lib/domain/users/user.schema.ts';
import { users } from '#web/api/users.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from './flash.tsx';
import { setPreference } from './preferences.ts';

/** Values kept in the browser apply from the first paint, before the user is known. */
const storeInBrowser = (settings: UserSettings): void => {
  for (const [name, value] of Object.entries(settings)) setPreference(name, value);
};

/** Applies the user's settings of the server: they may have been changed in another browser. */
export const useServerSettings = (settings: UserSettings): void => {
  const text = JSON.stringify(settings);
  useEffect(() => storeInBrowser(JSON.parse(text)), [text]);
};

/** Changes settings at once, here and for all browsers of the user. */
export const useChangeSettings = (): ((change: UserSettings) => void) => {
  const { mutate } = useAction(users.updateCurrentUser);
  return (settings) => {
    storeInBrowser(settings);
    mutate(
      { settings },
      {
        onError: ({ message }) =>
          flash.error('The settings were not saved.', {
            id: 'settings',
            content: `They apply in this browser only. ${message}`,
          }),
      },
    );
  };
};
