const isPlain = /^[ -~]*$/;

/** A text as it is compared: without case, and without the marks of letters. */
export const folded = (text: string): string =>
  // Most names have no marks, and a search compares thousands.
  isPlain.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The words that are looked for; none where the text holds nothing that can be compared. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    folded(text)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
];

/** What is compared with the words, folded. */
export type Sought = {
  name: string;
  /** Found as well, and worth less: an address, the name of a service. */
  also?: string;
};

const isLetter = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Whether one of the words in a text begins with this one. */
const beginsIn = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !isLetter(text.charAt(at - 1))) return true;
  }
  return false;
};

/**
 * How well something matches, 0 best: it is called so, begins so, its words begin so, it holds
 * all words, or holds them with what is found as well. Undefined where it does not match.
 */
export const rankOf = (words: readonly string[], { name, also = '' }: Sought) => {
  if (words.length === 0) return undefined;
  if (!words.every((word) => name.includes(word))) {
    const isFound = words.every((word) => name.includes(word) || also.includes(word));
    return isFound ? 4 : undefined;
  }
  const whole = words.join(' ');
  if (name === whole) return 0;
  if (name.startsWith(whole)) return 1;
  return words.every((word) => beginsIn(name, word)) ? 2 : 3;
};

type Ranked<T> = { rank: number; one: T };

/** Those that match, the best first, equal ones by name and then as they stand. */
export const bestOf = <T extends Sought>(all: Iterable<T>, words: readonly string[]): T[] => {
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
 * What the ids of the runs begin with that are looked for, where the text is the beginning of an
 * id, with its prefix or without.
 */
export const runIdIn = (words: readonly string[]): string | undefined => {
  const [word = '', ...more] = words;
  if (more.length > 0 || !/^(exc_[0-9a-f]*|[0-9a-f]{8,})$/.test(word)) return undefined;
  return word.startsWith('exc_') ? word : `exc_${word}`;
};
