import { useSyncExternalStore } from 'react';

export type Store<T> = {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
};

/** A value that components read and any code may set. */
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

const personalResets = new Set<() => void>();

/** A store for data of one user: it is reset when the user changes. */
export const createPersonalStore = <T>(initial: T): Store<T> => {
  const store = createStore(initial);
  personalResets.add(() => store.set(initial));
  return store;
};

/** Resets all personal stores; called when a user signs out or another one signs in. */
export const resetPersonalStores = (): void => {
  for (const forget of personalResets) forget();
};

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);
