/** The values that were put last, up to so much together with their keys. */
export const recentValues = <T>(most: number, sizeOf: (value: T) => number) => {
  const values = new Map<string, T>();
  let size = 0;

  const drop = (key: string): void => {
    const value = values.get(key);
    if (value === undefined) return;
    size -= key.length + sizeOf(value);
    values.delete(key);
  };

  return {
    get: (key: string): T | undefined => values.get(key),

    put(key: string, value: T): void {
      drop(key);
      values.set(key, value);
      size += key.length + sizeOf(value);
      for (const oldest of values.keys()) {
        if (size <= most) return;
        drop(oldest);
      }
    },
  };
};

/** The texts that were put last, up to so many characters together with their keys. */
export const recentTexts = (most: number) => recentValues<string>(most, (text) => text.length);
