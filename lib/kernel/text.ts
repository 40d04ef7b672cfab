/** A literal, case-blind substring match; no search text accepts everything. */
export const containsText = (text: string, search: string | undefined): boolean =>
  search === undefined || text.toLowerCase().includes(search.toLowerCase());

/** `1 run`, `2 runs`; `many` where that is no `s` more. */
export const counted = (count: number, noun: string, many = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : many}`;
