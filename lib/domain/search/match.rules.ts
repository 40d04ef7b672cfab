const isPlain = /^[ -~]*$/;

/** A text as compared: in lower case and without diacritics. */
export const foldText = (text: string): string =>
  // Most names have no diacritics, and a search compares thousands of names.
  isPlain.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The words to search for; empty if the text contains nothing that can be compared. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    foldText(text)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
];

/** The texts that are compared with the words, folded. */
export type SearchableText = {
  name: string;
  /** Also searched, but ranked lower: an address, or the name of a service. */
  also?: string;
};

const isLetter = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Whether any word of the text begins with this one. */
const hasWordStart = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !isLetter(text.charAt(at - 1))) return true;
  }
  return false;
};

/**
 * How well something matches, 0 best: the name equals the words, begins with them, has words that
 * begin with them, contains them, or contains them with `also`. Undefined if it does not match.
 */
export const rankOf = (words: readonly string[], { name, also = '' }: SearchableText) => {
  if (words.length === 0) return undefined;
  if (!words.every((word) => name.includes(word))) {
    const isFound = words.every((word) => name.includes(word) || also.includes(word));
    return isFound ? 4 : undefined;
  }
  const phrase = words.join(' ');
  if (name === phrase) return 0;
  if (name.startsWith(phrase)) return 1;
  return words.every((word) => hasWordStart(name, word)) ? 2 : 3;
};

type Ranked<T> = { rank: number; one: T };

/** The matches, best first; equal ones by name, then in their given order. */
export const bestOf = <T extends SearchableText>(
  all: Iterable<T>,
  words: readonly string[],
): T[] => {
  const found: Ranked<T>[] = [];
  for (const one of all) {
    const rank = rankOf(words, one);
    if (rank !== undefined) found.push({ rank, one });
  }
  const order = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return found
    .sort((a, b) => a.rank - b.rank || order(a.one.name, b.one.name))
    .map(({ one }) => one);
};

/**
 * The beginning of the ids of the runs that are searched for, if the text is the beginning of a run
 * id, with or without its prefix.
 */
export const runIdPrefixOf = (words: readonly string[]): string | undefined => {
  const [word = '', ...more] = words;
  if (more.length > 0 || !/^(exc_[0-9a-f]*|[0-9a-f]{8,})$/.test(word)) return undefined;
  return word.startsWith('exc_') ? word : `exc_${word}`;
};
