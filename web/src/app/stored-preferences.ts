// The user preferences that the browser keeps, without React: the first script reads them.

const prefix = 'cloudwarden';

/** The key under which the id of the user who signed in last in this browser is kept. */
export const ownerKey = `${prefix}:user`;

export const storageKey = (owner: string, name: string): string => `${prefix}:${owner}:${name}`;

/** Null if nothing is kept, or if the browser forbids access to its storage. */
export const readStorage = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** The id of the user who signed in last in this browser; '' if unknown. */
export const lastOwner = (): string => readStorage(ownerKey) ?? '';
