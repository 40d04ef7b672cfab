import { useCallback, useMemo } from 'react';
import type * as z from 'zod';
import { keyOf, lastOwner, ownerKey, readKept } from './kept.ts';
import { createStore, useStore } from './store.ts';

/** What the browser does not keep, as its storage is full or forbidden: counts in this tab. */
const unkept = new Map<string, string>();

const read = (key: string): string | null => unkept.get(key) ?? readKept(key);

/** Whether it is kept beyond this tab. */
const write = (key: string, text: string | undefined): boolean => {
  unkept.delete(key);
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    if (text !== undefined) unkept.set(key, text);
    return false;
  }
};

/** Bumped at each write, so that every reader looks again. */
const writes = createStore(0);
const written = () => writes.set(writes.get() + 1);

window.addEventListener('storage', written);

/** Of this tab, whoever signs in beside it; at the start the last one of this browser. */
const owner = createStore(lastOwner());

const ownKey = (name: string): string => keyOf(owner.get(), name);

/** Whose preferences are read and written. */
export const usePreferencesOwner = (): string => useStore(owner);

/** From now on preferences are read and written for this person; remembered for the next start. */
export const ownPreferences = (userId: string): void => {
  owner.set(userId);
  write(ownerKey, userId);
  written();
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Keeps a setting in this browser for the person, or forgets it where it is undefined. False where
 * it is not kept beyond this tab.
 */
export const setPreference = (name: string, value: unknown): boolean => {
  const isKept = write(ownKey(name), JSON.stringify(value));
  written();
  return isKept;
};

/** What is kept of a setting now; undefined where nothing sensible is. */
export const preferenceOf = <T>(name: string, schema: z.ZodType<T>): T | undefined => {
  const text = read(ownKey(name));
  return text === null ? undefined : schema.safeParse(parsed(text)).data;
};

/** A setting kept in this browser for each user; `fallback` where nothing sensible is stored. */
export const usePreference = <T>(
  name: string,
  schema: z.ZodType<T>,
  fallback: T,
): [T, (value: T) => void] => {
  useStore(writes);
  const key = ownKey(name);
  const text = read(key);
  const stored = useMemo(
    () => (text === null ? undefined : schema.safeParse(parsed(text)).data),
    [schema, text],
  );
  const store = useCallback((value: T) => void setPreference(name, value), [name]);
  return [stored ?? fallback, store];
};
