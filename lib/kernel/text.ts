/** Replaces a secret in every response. */
export const secretMask = '••••••••';

/** A literal, case-insensitive substring match; an undefined search matches everything. */
export const containsText = (text: string, search: string | undefined): boolean =>
  search === undefined || text.toLowerCase().includes(search.toLowerCase());

/** Lists as many whole texts as fit into `maxLength` characters, then how many more there are. */
export const formatShortList = (texts: readonly string[], maxLength: number): string => {
  const remainderText = (listed: number) => `and ${texts.length - listed} more`;
  let text = '';
  for (const [index, one] of texts.entries()) {
    const longer = index === 0 ? one : `${text}, ${one}`;
    const isLast = index === texts.length - 1;
    if (longer.length + (isLast ? 0 : remainderText(0).length + 2) > maxLength) {
      return text === '' ? `${texts.length}, too long to list` : `${text}, ${remainderText(index)}`;
    }
    text = longer;
  }
  return text;
};

/** Formats a count: `1 run`, `1,200 runs`; `many` is the plural if it is not formed with `s`. */
export const formatCount = (count: number | bigint, noun: string, many = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${Number(count) === 1 ? noun : many}`;
