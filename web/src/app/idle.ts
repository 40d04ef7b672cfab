import { useEffect } from 'react';
import * as z from 'zod';
import { preferenceOf, setPreference } from './preferences.ts';
import { endSession, signedInAt, tellSignOut } from './session.ts';

/** Milliseconds without use in this browser after which a session ends. */
export const idleLife = 7 * 24 * 3600_000;

/** Milliseconds between two writes of the time of last use, and between two checks of it. */
const every = 60_000;

export const lastUse = 'last_use';

/** Milliseconds since a console was last used or signed in to in this browser. */
const idleFor = (): number => {
  const noted = preferenceOf(lastUse, z.number());
  const began = signedInAt();
  // A time in the future was written while the clock was ahead.
  return Math.max(0, Date.now() - Math.max(noted ?? began ?? Date.now(), began ?? 0));
};

/** Whether this browser's session was unused for so long that it ends. */
export const isIdleTooLong = (): boolean => idleFor() >= idleLife;

/** Deletes the recorded time of last use, so that it does not count for the next session. */
export const forgetUse = (): void => void setPreference(lastUse, undefined);

const uses = ['pointerdown', 'keydown'] as const;

/**
 * Ends a session that was unused for a week, on the server and in this browser. Opening the console
 * counts as use, and so does each key press and touch in any of its tabs.
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
    /** Returns whether the session is over; if so, ends it. */
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
