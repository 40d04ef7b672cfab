import { type PageKey, pageOf, pages } from '#lib/pages.ts';

/** A page as a link target of breadcrumbs and buttons. */
export type PageLink = { text: string; to: string };

/** The page itself, then the page above it, and so on. */
export const withAncestors = (key: PageKey): PageKey[] => {
  const { within } = pageOf(key);
  return within === undefined ? [key] : [key, ...withAncestors(within)];
};

/** The link to a page whose address has no variables. */
const pageLinkTo = (key: PageKey): PageLink => ({ text: pages[key].title, to: pages[key].path });

const isFixed = (key: PageKey): boolean => !pages[key].path.includes(':');

/** The pages above one, the topmost first, without those whose address needs an id. */
export const breadcrumbsOf = (key: PageKey): PageLink[] =>
  withAncestors(key).slice(1).filter(isFixed).map(pageLinkTo).reverse();

/** The link shown on a page that has nothing to show. */
export const parentLinkOf = (key: PageKey): PageLink | undefined => {
  const list = breadcrumbsOf(key).at(-1);
  return list && { text: `Go to ${list.text.toLowerCase()}`, to: list.to };
};
