import { useCallback, useMemo } from 'react';
import type * as z from 'zod';
import { createStore, useStore } from './store.ts';

const prefix = 'cloudwarden';
const ownerKey = `${prefix}:user`;

/** Bumped at each write, so that every reader looks again. */
const writes = createStore(0);
const written = () => writes.set(writes.get() + 1);

window.addEventListener('storage', written);

const keyOf = (name: string): string => `${prefix}:${localStorage.getItem(ownerKey) ?? ''}:${name}`;

/** From now on preferences are read and written for this person; remembered for the next start. */
export const ownPreferences = (userId: string): void => {
  if (localStorage.getItem(ownerKey) === userId) return;
  localStorage.setItem(ownerKey, userId);
  written();
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Keeps a setting in this browser for the person. */
export const setPreference = (name: string, value: unknown): void => {
  localStorage.setItem(keyOf(name), JSON.stringify(value));
  written();
};

/** What is kept of a setting now; undefined where nothing sensible is. */
export const preferenceOf = <T>(name: string, schema: z.ZodType<T>): T | undefined => {
  const text = localStorage.getItem(keyOf(name));
  return text === null ? undefined : schema.safeParse(parsed(text)).data;
};

/** A setting kept in this browser for each user; `fallback` where nothing sensible is stored. */
export const usePreference = <T>(
  name: string,
  schema: z.ZodType<T>,
  fallback: T,
): [T, (value: T) => void] => {
  useStore(writes);
  const key = keyOf(name);
  const text = localStorage.getItem(key);
  const stored = useMemo(
    () => (text === null ? undefined : schema.safeParse(parsed(text)).data),
    [schema, text],
  );
  const store = useCallback((value: T) => setPreference(name, value), [name]);
  return [stored ?? fallback, store];
};
