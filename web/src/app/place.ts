import { pageOf, type PageKey, pages } from '#lib/pages.ts';

/** A page as a link target of breadcrumbs and buttons. */
export type Way = { text: string; to: string };

/** The page itself, then the page above it, and so on. */
export const upFrom = (key: PageKey): PageKey[] => {
  const { within } = pageOf(key);
  return within === undefined ? [key] : [key, ...upFrom(within)];
};

/** The link to a page whose address has no variables. */
const wayTo = (key: PageKey): Way => ({ text: pages[key].title, to: pages[key].path });

const isFixed = (key: PageKey): boolean => !pages[key].path.includes(':');

/** The pages above one, the topmost first, without those whose address needs an id. */
export const above = (key: PageKey): Way[] =>
  upFrom(key).slice(1).filter(isFixed).map(wayTo).reverse();

/** The link shown on a page that has nothing to show. */
export const wayBack = (key: PageKey): Way | undefined => {
  const list = above(key).at(-1);
  return list && { text: `Go to ${list.text.toLowerCase()}`, to: list.to };
};
