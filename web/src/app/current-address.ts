import { pageAt } from '#lib/pages.ts';

/** The page of the browser's address, with the values and the query in it. */
export const currentAddress = () => {
  const { pathname, searchParams } = new URL(window.location.hash.slice(1), window.location.origin);
  const page = pageAt(pathname);
  return page && { ...page, search: searchParams };
};
