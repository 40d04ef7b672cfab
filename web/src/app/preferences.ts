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
  const store = useCallback(
    (value: T) => {
      localStorage.setItem(key, JSON.stringify(value));
      written();
    },
    [key],
  );
  return [stored ?? fallback, store];
};
