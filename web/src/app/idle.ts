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
  // A time to come was noted while the clock was ahead.
  return Math.max(0, Date.now() - Math.max(noted ?? began ?? Date.now(), began ?? 0));
};

/** Whether nobody has used this browser's session for so long that it ends. */
export const isIdleTooLong = (): boolean => idleFor() >= idleLife;

/** Has the next session begin without what the last one noted. */
export const forgetUse = (): void => void setPreference(lastUse, undefined);

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
      forgetUse();
      await onEnd();
    };
    let isEnding = false;
    /** Whether the session is over; ends it then. */
    const look = (): boolean => {
      if (!isIdleTooLong()) return isEnding;
      if (!isEnding) void end();
      isEnding = true;
      return true;
    };
    const note = () => {
      if (!look() && idleFor() >= every) setPreference(lastUse, Date.now());
    };
    if (!look()) setPreference(lastUse, Date.now());
    const timer = setInterval(look, every);
    for (const use of uses) window.addEventListener(use, note, true);
    return () => {
      clearInterval(timer);
      for (const use of uses) window.removeEventListener(use, note, true);
    };
  }, [isSignedIn, onEnd]);
