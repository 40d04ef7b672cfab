import { parseJson } from '#lib/kernel/parse-json.ts';
import { useCallback, useMemo } from 'react';
import type * as z from 'zod';
import { lastOwner, ownerKey, readStorage, storageKey } from './stored-preferences.ts';
import { createStore, useStore } from './store.ts';

/**
 * Values that the browser could not store, as its storage is full or forbidden: valid in this tab.
 */
const unstored = new Map<string, string>();

const read = (key: string): string | null => unstored.get(key) ?? readStorage(key);

/** Returns whether the value is kept beyond this tab. */
const write = (key: string, text: string | undefined): boolean => {
  unstored.delete(key);
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    if (text !== undefined) unstored.set(key, text);
    return false;
  }
};

/** Incremented at each write, so that every reader reads again. */
const writes = createStore(0);
const notifyReaders = () => writes.set(writes.get() + 1);

window.addEventListener('storage', notifyReaders);

/**
 * The user of this tab, whoever signs in in another tab; at start, the last user of this browser.
 */
const owner = createStore(lastOwner());

const currentStorageKey = (name: string): string => storageKey(owner.get(), name);

/** The id of the user whose preferences are read and written. */
export const usePreferencesOwner = (): string => useStore(owner);

/**
 * From now on preferences are read and written for this user, who is remembered for the next start.
 */
export const setPreferencesOwner = (userId: string): void => {
  owner.set(userId);
  write(ownerKey, userId);
  notifyReaders();
};

/**
 * Keeps a setting of the user in this browser, or deletes it if undefined. Returns false if it is
 * not kept beyond this tab.
 */
export const setPreference = (name: string, value: unknown): boolean => {
  const isStored = write(currentStorageKey(name), JSON.stringify(value));
  notifyReaders();
  return isStored;
};

/** The stored value of a setting; undefined if none or an invalid one is stored. */
export const preferenceOf = <T>(name: string, schema: z.ZodType<T>): T | undefined => {
  const text = read(currentStorageKey(name));
  return text === null ? undefined : schema.safeParse(parseJson(text)).data;
};

/** A setting kept in this browser for each user; `fallback` if no valid value is stored. */
export const usePreference = <T>(
  name: string,
  schema: z.ZodType<T>,
  fallback: T,
): [T, (value: T) => void] => {
  useStore(writes);
  const key = currentStorageKey(name);
  const text = read(key);
  const stored = useMemo(
    () => (text === null ? undefined : schema.safeParse(parseJson(text)).data),
    [schema, text],
  );
  const store = useCallback((value: T) => void setPreference(name, value), [name]);
  return [stored ?? fallback, store];
};
