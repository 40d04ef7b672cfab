import { lazy, useState, type ComponentType } from 'react';
import { type PageKey } from '#lib/pages.ts';
import { pageCode } from './pages.ts';

/** Pages whose code has come. */
const loaded = new Map<PageKey, ComponentType>();

/** Fetches a page's code. */
export const loadPage = async (key: PageKey) => {
  const code = await pageCode[key]();
  loaded.set(key, code.default);
  return code;
};

const keys = Object.keys(pageCode) as PageKey[];
const lazyPages = new Map(keys.map((key) => [key, lazy(() => loadPage(key))]));

/**
 * A page by its code. What has come already is drawn with the shell at once, where React's `lazy`
 * would have the shell drawn around a spinner first.
 */
export const PageCode = ({ page }: { page: PageKey }) => {
  const [Page] = useState(() => loaded.get(page) ?? lazyPages.get(page));
  return Page && <Page />;
};
