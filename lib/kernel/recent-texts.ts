/** The texts that were put last, up to so many characters together with their keys. */
export const recentTexts = (most: number) => {
  const texts = new Map<string, string>();
  let length = 0;

  const drop = (key: string): void => {
    const text = texts.get(key);
    if (text === undefined) return;
    length -= key.length + text.length;
    texts.delete(key);
  };

  return {
    get: (key: string): string | undefined => texts.get(key),

    put(key: string, text: string): void {
      drop(key);
      texts.set(key, text);
      length += key.length + text.length;
      for (const oldest of texts.keys()) {
        if (length <= most) return;
        drop(oldest);
      }
    },
  };
};
