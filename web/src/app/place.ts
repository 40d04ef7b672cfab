import { pageOf, type PageKey, pages } from '#lib/pages.ts';

/** A page as breadcrumbs and buttons lead to it. */
export type Way = { text: string; to: string };

/** The page itself, then the one above it, and so on. */
export const upFrom = (key: PageKey): PageKey[] => {
  const { within } = pageOf(key);
  return within === undefined ? [key] : [key, ...upFrom(within)];
};

/** The way to a page that an address without variables leads to. */
const wayTo = (key: PageKey): Way => ({ text: pages[key].title, to: pages[key].path });

const isFixed = (key: PageKey): boolean => !pages[key].path.includes(':');

/** The pages above one, from the widest on, apart from those that only an id leads to. */
export const above = (key: PageKey): Way[] =>
  upFrom(key).slice(1).filter(isFixed).map(wayTo).reverse();

/** Where to go from a page that has nothing to show. */
export const wayBack = (key: PageKey): Way | undefined => {
  const list = above(key).at(-1);
  return list && { text: `Go to ${list.text.toLowerCase()}`, to: list.to };
};
