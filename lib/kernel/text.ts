/** Stands for a secret in every answer. */
export const secretMask = '••••••••';

/** A literal, case-blind substring match; no search text accepts everything. */
export const containsText = (text: string, search: string | undefined): boolean =>
  search === undefined || text.toLowerCase().includes(search.toLowerCase());

/** As many whole texts as fit into so many characters; of others, how many there are. */
export const listWithin = (texts: readonly string[], room: number): string => {
  const rest = (kept: number) => `and ${texts.length - kept} more`;
  let text = '';
  for (const [index, one] of texts.entries()) {
    const longer = index === 0 ? one : `${text}, ${one}`;
    const isLast = index === texts.length - 1;
    if (longer.length + (isLast ? 0 : rest(0).length + 2) > room) {
      return text === '' ? `${texts.length} too long to tell` : `${text}, ${rest(index)}`;
    }
    text = longer;
  }
  return text;
};

/** `1 run`, `1,200 runs`; `many` where that is no `s` more. */
export const counted = (count: number | bigint, noun: string, many = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${Number(count) === 1 ? noun : many}`;
