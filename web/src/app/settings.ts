import { useEffect } from 'react';
import type { UserSettings } from '#lib/domain/users/user.schema.ts';
import { users } from '#web/api/users.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from './flash.tsx';
import { setPreference } from './preferences.ts';

/** What is kept in the browser counts from the first paint on, before the person is known. */
const mirror = (settings: UserSettings): void => {
  for (const [name, value] of Object.entries(settings)) setPreference(name, value);
};

/** Follows what the server keeps of the person's settings: they may have changed elsewhere. */
export const useKeptSettings = (settings: UserSettings): void => {
  const text = JSON.stringify(settings);
  useEffect(() => mirror(JSON.parse(text)), [text]);
};

/** Changes settings at once, here and for every browser of the person. */
export const useChangeSettings = (): ((change: UserSettings) => void) => {
  const { mutate } = useAction(users.updateCurrentUser);
  return (settings) => {
    mirror(settings);
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
