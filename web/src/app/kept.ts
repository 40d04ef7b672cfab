// What the browser keeps of people's preferences, apart from React: the first script reads it.

const prefix = 'cloudwarden';

/** The key of who signed in last in this browser. */
export const ownerKey = `${prefix}:user`;

export const keyOf = (owner: string, name: string): string => `${prefix}:${owner}:${name}`;

/** Null where nothing is kept, or where the browser forbids its storage. */
export const readKept = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Who signed in last in this browser. */
export const lastOwner = (): string => readKept(ownerKey) ?? '';
