/** A cache of the values that were put last, limited by the total size of keys and values. */
export const valueCache = <T>(maxSize: number, sizeOf: (value: T) => number) => {
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
        if (size <= maxSize) return;
        drop(oldest);
      }
    },
  };
};

/** The same for texts, limited by the total characters of keys and texts. */
export const textCache = (maxSize: number) => valueCache<string>(maxSize, (text) => text.length);
