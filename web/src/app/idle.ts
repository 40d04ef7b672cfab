import { useEffect } from 'react';
import * as z from 'zod';
import { preferenceOf, setPreference } from './preferences.ts';
import { endSession, signedInAt, signOutOnServer } from './session.ts';

/** Milliseconds without use in this browser after which a session ends. */
export const maxIdleTime = 7 * 24 * 3600_000;

/** Milliseconds between two writes of the time of last use, and between two checks of it. */
const checkInterval = 60_000;

export const lastUseKey = 'last_use';

/** Milliseconds since a console was last used or signed in to in this browser. */
const readIdleTime = (): number => {
  const lastUse = preferenceOf(lastUseKey, z.number());
  const sessionStart = signedInAt();
  // A time in the future was written while the clock was ahead.
  return Math.max(
    0,
    Date.now() - Math.max(lastUse ?? sessionStart ?? Date.now(), sessionStart ?? 0),
  );
};

/** Whether this browser's session was unused for so long that it ends. */
export const isIdleTooLong = (): boolean => readIdleTime() >= maxIdleTime;

/** Deletes the recorded time of last use, so that it does not count for the next session. */
export const clearLastUse = (): void => void setPreference(lastUseKey, undefined);

const activityEvents = ['pointerdown', 'keydown'] as const;

/**
 * Ends a session that was unused for a week, on the server and in this browser. Opening the console
 * counts as use, and so does each key press and touch in any of its tabs.
 */
export const useIdleEnd = (isSignedIn: boolean, onEnd: () => Promise<unknown>): void =>
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const end = async () => {
      await signOutOnServer().catch(() => {});
      await endSession().catch(() => {});
      clearLastUse();
      await onEnd();
    };
    let isEnding = false;
    /** Returns whether the session is over; if so, ends it. */
    const checkIdle = (): boolean => {
      if (!isIdleTooLong()) return isEnding;
      if (!isEnding) void end();
      isEnding = true;
      return true;
    };
    const recordUse = () => {
      if (!checkIdle() && readIdleTime() >= checkInterval) setPreference(lastUseKey, Date.now());
    };
    if (!checkIdle()) setPreference(lastUseKey, Date.now());
    const timer = setInterval(checkIdle, checkInterval);
    for (const use of activityEvents) window.addEventListener(use, recordUse, true);
    return () => {
      clearInterval(timer);
      for (const use of activityEvents) window.removeEventListener(use, recordUse, true);
    };
  }, [isSignedIn, onEnd]);
