import { useSyncExternalStore } from 'react';

export type Store<T> = {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
};

/** A value that components read and anybody may set. */
export const createStore = <T>(initial: T): Store<T> => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

const forgetters = new Set<() => void>();

/** A value about one person, or of theirs: nobody who comes after them finds it. */
export const createPersonalStore = <T>(initial: T): Store<T> => {
  const store = createStore(initial);
  forgetters.add(() => store.set(initial));
  return store;
};

/** Where a person goes, or another one comes. */
export const forgetPerson = (): void => {
  for (const forget of forgetters) forget();
};

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);
