/** The texts that were put last, up to so many characters together. */
export const recentTexts = (most: number) => {
  const texts = new Map<string, string>();
  let length = 0;

  const drop = (key: string): void => {
    length -= texts.get(key)?.length ?? 0;
    texts.delete(key);
  };

  return {
    get: (key: string): string | undefined => texts.get(key),

    put(key: string, text: string): void {
      drop(key);
      texts.set(key, text);
      length += text.length;
      for (const oldest of texts.keys()) {
        if (length <= most) return;
        drop(oldest);
      }
    },
  };
};
