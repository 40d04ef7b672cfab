import { type ComponentType, lazy, useState } from 'react';
import { type PageKey } from '#lib/pages.ts';
import { pageCode } from './pages.ts';

/** Pages whose code is loaded. */
const loadedPages = new Map<PageKey, ComponentType>();

/** Fetches a page's code. */
export const loadPage = async (key: PageKey) => {
  const code = await pageCode[key]();
  loadedPages.set(key, code.default);
  return code;
};

const keys = Object.keys(pageCode) as PageKey[];
const lazyPages = new Map(keys.map((key) => [key, lazy(() => loadPage(key))]));

/**
 * Draws a page by its key. A page whose code is loaded is drawn together with the shell, whereas
 * React's `lazy` would first draw the shell around a spinner.
 */
export const PageCode = ({ page }: { page: PageKey }) => {
  const [Page] = useState(() => loadedPages.get(page) ?? lazyPages.get(page));
  return Page && <Page />;
};
