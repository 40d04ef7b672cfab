import { useEffect } from 'react';
import * as z from 'zod';
import { preferenceOf, setPreference } from './preferences.ts';
import { endSession, signedInAt, tellSignOut } from './session.ts';

/** Milliseconds after which a session ends that nobody has used in this browser. */
export const idleLife = 7 * 24 * 3600_000;

/** Uses are noted once in so many milliseconds, and looked at as often. */
const every = 60_000;

export const lastUse = 'last_use';

/** Milliseconds since somebody used a console of this browser, or signed in to it. */
const idleFor = (): number => {
  const noted = preferenceOf(lastUse, z.number());
  const began = signedInAt();
  return Date.now() - Math.max(noted ?? began ?? Date.now(), began ?? 0);
};

const uses = ['pointerdown', 'keydown'] as const;

/**
 * Ends a session that nobody has used for a week: at the server, and in this browser. Opening the
 * console is a use, and so is each key and touch in any of its tabs.
 */
export const useIdleEnd = (isSignedIn: boolean, onEnd: () => Promise<unknown>): void =>
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const end = async () => {
      await tellSignOut().catch(() => {});
      await endSession().catch(() => {});
      await onEnd();
    };
    let isEnding = false;
    const look = (): number => {
      const idle = idleFor();
      if (idle < idleLife || isEnding) return idle;
      isEnding = true;
      void end();
      return idle;
    };
    const note = () => {
      const idle = look();
      if (idle < idleLife && idle >= every) setPreference(lastUse, Date.now());
    };
    if (preferenceOf(lastUse, z.number()) === undefined) setPreference(lastUse, Date.now());
    note();
    const timer = setInterval(look, every);
    for (const use of uses) window.addEventListener(use, note, true);
    return () => {
      clearInterval(timer);
      for (const use of uses) window.removeEventListener(use, note, true);
    };
  }, [isSignedIn, onEnd]);
