/** The most values cached of one kind; the product has few expressions, so more would be a leak. */
const maxCached = 1000;

/** Caches what `make` returns for a text, since the same expressions recur. */
export const memoize = <T>(make: (text: string) => T): ((text: string) => T) => {
  const cache = new Map<string, T>();
  return (text) => {
    const found = cache.get(text);
    if (found !== undefined) return found;
    const created = make(text);
    if (cache.size >= maxCached) cache.clear();
    cache.set(text, created);
    return created;
  };
};
