import { isFunction } from './budget.ts';

type Compare = (left: unknown, right: unknown) => unknown;

/** Whether `right` goes before `left`; a comparator written in JSONata is asynchronous. */
const needsSwap = async (left: unknown, right: unknown, comparator: Compare): Promise<boolean> =>
  Boolean(await comparator(left, right));

const merge = async (left: unknown[], right: unknown[], comparator: Compare) => {
  const merged: unknown[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length && r < right.length) {
    const takeRight = await needsSwap(left[l], right[r], comparator);
    merged.push(takeRight ? right[r++] : left[l++]);
  }
  return [...merged, ...left.slice(l), ...right.slice(r)];
};

const mergeSort = async (list: unknown[], comparator: Compare): Promise<unknown[]> => {
  if (list.length <= 1) return list;
  const middle = list.length >> 1;
  const left = await mergeSort(list.slice(0, middle), comparator);
  const right = await mergeSort(list.slice(middle), comparator);
  return merge(left, right, comparator);
};

const isListOf = (list: readonly unknown[], kind: string): boolean =>
  list.every((entry) => typeof entry === kind);

const naturalOrder = (left: unknown, right: unknown): number => {
  const [a, b] = [left as string, right as string];
  if (a > b) return 1;
  return a < b ? -1 : 0;
};

/** `$sort`: stable; without a comparator only for texts or numbers. */
export function sort(list: unknown, comparator: unknown): unknown {
  if (!Array.isArray(list) || list.length <= 1) return list;
  if (typeof comparator === 'function') return mergeSort(list, comparator as Compare);
  if (!isListOf(list, 'number') && !isListOf(list, 'string')) {
    const message = 'Without a comparator, only texts or only numbers can be sorted.';
    throw Object.assign(new Error(message), { code: 'D3070' });
  }
  return [...list].sort(naturalOrder);
}

/** A text that is the same for all deeply equal values, whatever the order of their keys. */
const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_key, entry: unknown) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? Object.entries(entry).sort(([a], [b]) => naturalOrder(a, b))
      : entry,
  );

/** `$distinct`: keeps the first of equal values. Functions are never equal. */
export function distinct(list: unknown): unknown {
  if (!Array.isArray(list) || list.length <= 1) return list;
  const seenKeys = new Set<unknown>();
  return list.filter((entry: unknown) => {
    const key = isFunction(entry) ? entry : `${typeof entry} ${canonicalText(entry)}`;
    if (seenKeys.has(key)) return false;
    seenKeys.add(key);
    return true;
  });
}

const entriesOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value.flatMap(entriesOf);
  if (typeof value !== 'object' || value === null || isFunction(value)) return [value];
  return Object.entries(value).map(([key, entry]) =>
    Object.assign(Object.create(null), { [key]: entry }),
  );
};

/** `$spread`: splits objects into objects of one key each; other values are returned unchanged. */
export function spread(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !isFunction(value)
    ? entriesOf(value)
    : value;
}
